// The environment's wishes, and the words for violations.
#include "tests/cuda_stand_in/trouble.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace stand_in {

namespace {

struct Wish {
  std::string function;
  long number = 0;
};

Wish wish(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return {};
  const std::string_view whole(text);
  const auto colon = whole.find(':');
  if (colon == std::string_view::npos) violation("{}={}: expected FUNCTION:NUMBER", variable, whole);
  return {std::string(whole.substr(0, colon)), std::atol(text + colon + 1)};
}

// Never destroyed: the libraries' users may outlive any static of ours.
struct Calls {
  std::mutex mutex;
  std::map<std::string, long, std::less<>> counts;
  Wish fail = wish("CUDA_STAND_IN_FAIL");
  Wish drop = wish("CUDA_STAND_IN_DROP");
  std::atomic<bool> over = false;
};

Calls& calls() {
  static auto* made = new Calls;
  return *made;
}

}  // namespace

void report_violation(const std::string& what) {
  std::fprintf(stderr, "cuda stand-in: %s\n", what.c_str());
  std::fflush(nullptr);
  std::_Exit(violation_exit_code);
}

Trouble next_call(std::string_view function) {
  Calls& all = calls();
  if (all.over) violation("{} is called after the library was taken down", function);
  const std::lock_guard lock(all.mutex);
  auto found = all.counts.find(function);
  if (found == all.counts.end()) found = all.counts.emplace(function, 0).first;
  const long number = ++found->second;
  if (all.fail.function == function && all.fail.number == number) return Trouble::fail;
  if (all.drop.function == function && all.drop.number == number) return Trouble::drop;
  return Trouble::none;
}

void end_of_process() {
  Calls& all = calls();
  all.over = true;
  const char* path = std::getenv("CUDA_STAND_IN_COUNTS");
  if (path == nullptr) return;
  std::ofstream file(path);
  for (const auto& [function, count] : all.counts) file << function << ' ' << count << '\n';
}

}  // namespace stand_in
