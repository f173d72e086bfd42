// Asks the CPU what it can do.
#include "core/backend/simd.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {

namespace {

constexpr std::array<std::string_view, 3> names{"baseline", "avx2", "avx512"};

std::vector<SimdLevel> runnable() {
  std::vector<SimdLevel> levels{SimdLevel::baseline};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    levels.push_back(SimdLevel::avx2);
    if (__builtin_cpu_supports("avx512f")) levels.push_back(SimdLevel::avx512);
  }
#endif
  return levels;
}

}  // namespace

std::string_view name_of(SimdLevel level) {
  return names[static_cast<std::size_t>(level)];
}

std::span<const SimdLevel> simd_levels() {
  static const std::vector<SimdLevel> levels = runnable();
  return levels;
}

SimdLevel simd_level() {
  const char* wanted = std::getenv("RINGSIDE_SIMD");
  if (wanted == nullptr) return simd_levels().back();
  const auto found = std::ranges::find(simd_levels(), std::string_view(wanted), name_of);
  if (found == simd_levels().end()) {
    std::string known;
    for (const SimdLevel level : simd_levels()) known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(level));
    fail("environment variable RINGSIDE_SIMD is \"{}\"; this machine can run: {}", wanted, known);
  }
  return *found;
}

}  // namespace ringside
