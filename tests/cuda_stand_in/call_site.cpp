// The stack, seen from a stand-in's function.
#include "tests/cuda_stand_in/call_site.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <string_view>

namespace stand_in {

namespace {

struct Place {
  std::string file;
  std::uintptr_t offset = 0;
};

const Place& place_of(void* address) {
  static thread_local std::map<void*, Place> known;
  const auto found = known.find(address);
  if (found != known.end()) return found->second;
  Dl_info info{};
  Place place;
  if (dladdr(address, &info) != 0 && info.dli_fname != nullptr)
    place = {info.dli_fname,
             reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(info.dli_fbase)};
  return known.emplace(address, place).first->second;
}

std::string_view folder_of(std::string_view file) {
  return file.substr(0, file.rfind('/') + 1);
}

// The stand-ins lie side by side.
bool is_ours(const Place& place) {
  static const std::string file = place_of(reinterpret_cast<void*>(&call_site)).file;
  return folder_of(place.file) == folder_of(file);
}

}  // namespace

CallSite call_site() {
  constexpr int most = 64;
  std::array<void*, most> addresses{};
  const int depth = backtrace(addresses.data(), most);
  CallSite site;
  for (int i = 0; i < depth; ++i) {
    const Place& place = place_of(addresses[static_cast<std::size_t>(i)]);
    if (site.file.empty()) {
      if (is_ours(place)) continue;
      site.file = place.file;
    }
    if (place.file != site.file) break;
    site.way += fmt::format("{}{:x}", site.way.empty() ? "" : ".", place.offset);
  }
  return site;
}

}  // namespace stand_in
