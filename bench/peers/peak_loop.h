// The fastest that one core multiplies and adds floats: what "share of the peak" is a share of.
#pragma once
#include "core/backend/simd.h"

namespace ringside {

struct PeakLoop {
  static constexpr int passes = 200'000;
  // As many as keep the units busy for as long as a multiply-add takes, and fit into registers.
  template <int lanes>
  static constexpr int registers = lanes == 16 ? 24 : 12;

  float* sum;
  double* flops;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    typename Vector<lanes>::Floats sums[registers<lanes>];
    const typename Vector<lanes>::Floats factor = typename Vector<lanes>::Floats{} + 0.999F;
#pragma GCC unroll 24
    for (int i = 0; i < registers<lanes>; ++i) sums[i] = factor * static_cast<float>(i);
    for (int pass = 0; pass < passes; ++pass) {
#pragma GCC unroll 24
      for (int i = 0; i < registers<lanes>; ++i) sums[i] = sums[i] * factor + factor;
    }
#pragma GCC unroll 24
    for (int i = 1; i < registers<lanes>; ++i) sums[0] += sums[i];
    *sum = sums[0][0];
    *flops = 2.0 * passes * lanes * registers<lanes>;
  }
};

// Returns the floating-point operations done.
inline double run_peak_loop(SimdLevel level) {
  float sum = 0;
  double flops = 0;
  run_at(level, PeakLoop{&sum, &flops});
  asm volatile("" : : "m"(sum));  // or the loop would be left out
  return flops;
}

}  // namespace ringside
