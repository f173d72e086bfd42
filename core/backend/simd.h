// Loops over values that lie side by side, written once and compiled for each instruction set a CPU may have; which one runs
// is decided when it is called.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

// Only a function that is inlined takes on the instruction set of its caller.
#define RINGSIDE_INLINE inline __attribute__((always_inline))

namespace ringside {

// Registers of 4, 8 and 16 floats; from avx2 on with fused multiply-add.
enum class SimdLevel { baseline, avx2, avx512 };

std::string_view name_of(SimdLevel level);

// What this machine can run, the baseline first.
std::span<const SimdLevel> simd_levels();

// The widest of them, or what the environment variable RINGSIDE_SIMD names: a machine can so be measured as if it were a
// lesser one. Throws bad_input if it names what this machine cannot run.
SimdLevel simd_level();

// As many numbers side by side as a register holds, in the compiler's own notation.
template <int lanes>
struct Vector {
  using Floats __attribute__((vector_size(lanes * sizeof(float)))) = float;
  using Ints __attribute__((vector_size(lanes * sizeof(std::int32_t)))) = std::int32_t;
};

template <class Value>
RINGSIDE_INLINE void load(Value& value, const float* from) {
  std::memcpy(&value, from, sizeof value);
}

template <class Value>
RINGSIDE_INLINE void store(float* to, const Value& value) {
  std::memcpy(to, &value, sizeof value);
}

// The versions of a loop, a struct with `template <int lanes> void run() const`.
template <class Loop>
struct Versions {
#if defined(__x86_64__)
  __attribute__((target("avx512f,fma"))) static void avx512(const Loop& loop) {
    loop.template run<16>();
  }
  __attribute__((target("avx2,fma"))) static void avx2(const Loop& loop) {
    loop.template run<8>();
  }
#endif
  static void baseline(const Loop& loop) {
    loop.template run<4>();
  }
  static void scalar(const Loop& loop) {
    loop.template run<1>();
  }
};

// Runs one version. Requires: a level of simd_levels().
template <class Loop>
void run_at([[maybe_unused]] SimdLevel level, const Loop& loop) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return Versions<Loop>::avx512(loop);
  if (level == SimdLevel::avx2) return Versions<Loop>::avx2(loop);
#endif
  Versions<Loop>::baseline(loop);
}

// Runs the widest version up to `level` that takes no more values at a time than there are side by side. The last time a
// version takes the last `lanes` values, some of them once more.
template <class Loop>
void run_widest([[maybe_unused]] SimdLevel level, const Loop& loop, std::int64_t values) {
#if defined(__x86_64__)
  if (values >= 16 && level >= SimdLevel::avx512) return Versions<Loop>::avx512(loop);
  if (values >= 8 && level >= SimdLevel::avx2) return Versions<Loop>::avx2(loop);
#endif
  return values >= 4 ? Versions<Loop>::baseline(loop) : Versions<Loop>::scalar(loop);
}

}  // namespace ringside
