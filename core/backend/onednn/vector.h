// Loops over values that lie side by side (the channels of a pixel, mostly), written once and compiled for each
// instruction set a CPU may have. What needs no matrix product waits for memory; oneDNN's pooling takes up to five times as
// long as the memory does, and its normalisation across channels more.
#pragma once
#include <cstdint>
#include <cstring>

// Only a function that is inlined takes on the instruction set of its caller.
#define RINGSIDE_INLINE inline __attribute__((always_inline))

namespace ringside::onednn {

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
  __attribute__((target("avx512f"))) static void avx512(const Loop& loop) {
    loop.template run<16>();
  }
  __attribute__((target("avx2"))) static void avx2(const Loop& loop) {
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

// Runs the widest version that this machine can run and that takes no more values at a time than there are side by side.
// The last time a version takes the last `lanes` values, some of them once more.
template <class Loop>
void run_widest(const Loop& loop, std::int64_t values) {
#if defined(__x86_64__)
  if (values >= 16 && __builtin_cpu_supports("avx512f")) return Versions<Loop>::avx512(loop);
  if (values >= 8 && __builtin_cpu_supports("avx2")) return Versions<Loop>::avx2(loop);
#endif
  return values >= 4 ? Versions<Loop>::baseline(loop) : Versions<Loop>::scalar(loop);
}

}  // namespace ringside::onednn
