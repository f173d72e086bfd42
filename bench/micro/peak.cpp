// A loop of independent multiply-adds: what the share of a kernel in "the peak" is a share of.
#include <benchmark/benchmark.h>

#include "bench/micro/benchmarks.h"
#include "core/backend/simd.h"

namespace ringside {
namespace {

constexpr int passes = 20000;

struct PeakLoop {
  float* sum;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    constexpr int registers = lanes == 16 ? 24 : 12;
    typename Vector<lanes>::Floats sums[registers];
    const typename Vector<lanes>::Floats factor = typename Vector<lanes>::Floats{} + 0.999F;
    for (int i = 0; i < registers; ++i) sums[i] = factor * static_cast<float>(i);
    for (int pass = 0; pass < passes; ++pass) {
#pragma GCC unroll 24
      for (int i = 0; i < registers; ++i) sums[i] = sums[i] * factor + factor;
    }
    for (int i = 1; i < registers; ++i) sums[0] += sums[i];
    *sum = sums[0][0];
  }
};

// Floating-point operations done.
double run_peak(SimdLevel level) {
  float sum = 0;
  run_at(level, PeakLoop{&sum});
  benchmark::DoNotOptimize(sum);
  const int lanes = level == SimdLevel::avx512 ? 16 : level == SimdLevel::avx2 ? 8 : 4;
  return 2.0 * passes * lanes * (lanes == 16 ? 24 : 12);
}

void peak(benchmark::State& state) {
  double flops = 0;
  for (auto _ : state) flops += run_peak(simd_level());
  state.counters["flop/s"] = benchmark::Counter(flops, benchmark::Counter::kIsRate);
}
}  // namespace

void register_peak() {
  benchmark::RegisterBenchmark("peak", peak)->ComputeStatistics("best", best);
}

}  // namespace ringside
