// The environment's wishes, and the words for violations.
#include "tests/cuda_stand_in/trouble.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "tests/cuda_stand_in/call_site.h"

namespace stand_in {

namespace {

struct Wish {
  std::string function;
  std::string way;  // empty: any
  long number = 0;
  bool and_later = false;
};

Wish wish(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return {};
  const std::string whole(text);
  const auto colon = whole.find(':');
  if (colon == std::string::npos) violation("{}={}: expected FUNCTION[@WAY]:NUMBER[+]", variable, whole);
  const auto at = whole.find('@');
  return {whole.substr(0, std::min(at, colon)), at < colon ? whole.substr(at + 1, colon - at - 1) : "",
          std::atol(whole.c_str() + colon + 1), whole.back() == '+'};
}

struct Count {
  long calls = 0;
  std::string file;  // of the caller
};

// Never destroyed: the libraries' users may outlive any static of ours.
struct Calls {
  std::mutex mutex;
  std::map<std::string, long, std::less<>> counts;             // by function
  std::map<std::pair<std::string, std::string>, Count> sites;  // by function and way
  const Wish fail = wish("CUDA_STAND_IN_FAIL");
  const Wish drop = wish("CUDA_STAND_IN_DROP");
  const char* const sites_file = std::getenv("CUDA_STAND_IN_SITES");
  const bool looks_at_sites = sites_file != nullptr || !fail.way.empty() || !drop.way.empty();
  bool broken = false;  // every call fails
  std::atomic<bool> over = false;
};

Calls& calls() {
  static auto* made = new Calls;
  return *made;
}

// A call from somewhere.
struct Call {
  std::string_view function;
  std::string way;
  long number = 0;
  long number_of_way = 0;

  bool is(const Wish& wished) const {
    if (wished.function != function) return false;
    if (wished.way.empty()) return number == wished.number;
    return wished.way == way && number_of_way == wished.number;
  }
};

}  // namespace

void report_violation(const std::string& what) {
  std::fprintf(stderr, "cuda stand-in: %s\n", what.c_str());
  std::fflush(nullptr);
  std::_Exit(violation_exit_code);
}

Trouble next_call(std::string_view function) {
  Calls& all = calls();
  if (all.over) violation("{} is called after the library was taken down", function);
  CallSite from = all.looks_at_sites ? call_site() : CallSite{};
  const std::lock_guard lock(all.mutex);
  Count& site = all.sites[{std::string(function), from.way}];
  if (site.calls == 0) site.file = std::move(from.file);
  auto found = all.counts.find(function);
  if (found == all.counts.end()) found = all.counts.emplace(function, 0).first;
  const Call call{function, std::move(from.way), ++found->second, ++site.calls};
  if (all.broken) return Trouble::fail;
  if (call.is(all.fail)) {
    all.broken = all.fail.and_later;
    return Trouble::fail;
  }
  return call.is(all.drop) ? Trouble::drop : Trouble::none;
}

void end_of_process() {
  Calls& all = calls();
  all.over = true;
  if (all.sites_file == nullptr) return;
  std::ofstream file(all.sites_file);
  for (const auto& [place, count] : all.sites)
    file << place.first << ' ' << place.second << ' ' << count.calls << ' ' << count.file << '\n';
}

}  // namespace stand_in
