// What a core can do at most, to see the others beside it.
#include <benchmark/benchmark.h>

#include "bench/micro/benchmarks.h"
#include "bench/peers/peak_loop.h"

namespace ringside {
namespace {

void peak(benchmark::State& state) {
  double flops = 0;
  for (auto _ : state) flops += run_peak_loop(simd_level());
  state.counters["flop/s"] = benchmark::Counter(flops, benchmark::Counter::kIsRate);
}

}  // namespace

void register_peak() {
  benchmark::RegisterBenchmark("peak", peak)->ComputeStatistics("best", best);
}

}  // namespace ringside
