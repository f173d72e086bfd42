// ringside_micro: Google Benchmark over kernels, memory, lanes and steps. Its options are Google Benchmark's (--help).
#include <benchmark/benchmark.h>

#include <cstdio>

#include "bench/micro/benchmarks.h"
#include "core/base/error.h"

int main(int argc, char** argv) {
  try {
    ringside::register_peak();
    ringside::register_layers();
    ringside::register_memory();
    ringside::register_lanes();
    ringside::register_steps();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
  } catch (const ringside::Error& error) {
    fmt::print(stderr, "ringside_micro: {}\n", error.what());
    return 2;
  }
}
