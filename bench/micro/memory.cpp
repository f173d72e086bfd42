// Copies, sums and updates of a whole model, and the way of a batch's images into the backend's order.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <functional>

#include "bench/micro/benchmarks.h"
#include "bench/micro/networks.h"
#include "core/backend/memory.h"
#include "core/backend/registry.h"

namespace ringside {
namespace {

// What a benchmark of so many floats works on.
struct Arrays {
  explicit Arrays(std::int64_t floats)
      : a(allocate_memory(floats, "bench")),
        b(allocate_memory(floats, "bench")),
        c(allocate_memory(floats, "bench")),
        kernels(find_backend("native").make_kernels()) {}

  DeviceMemory a, b, c;
  std::unique_ptr<Kernels> kernels;
};

// `moved`: floats read and written, for each of the model's.
void add_benchmark(const std::string& name, std::int64_t floats, int moved, std::function<void(Arrays&)> work) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Arrays arrays(floats);
    for (auto _ : state) {
      work(arrays);
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * floats * moved * static_cast<std::int64_t>(sizeof(float)));
  })->ComputeStatistics("best", best);
}

}  // namespace

void register_memory() {
  for (const Measured& measured : measured_networks()) {
    const std::string& network = measured.network.name;
    const std::int64_t params = measured.network.params();
    add_benchmark(fmt::format("copy/{}/model", network), params, 2,
                  [=](Arrays& at) { at.kernels->copy(at.a.get(), at.b.get(), params); });
    add_benchmark(fmt::format("reduce/{}/model", network), params, 3,
                  [=](Arrays& at) { at.kernels->add(at.a.get(), at.b.get(), params); });
    add_benchmark(fmt::format("update/{}/model", network), params, 5, [=](Arrays& at) {
      at.kernels->sgd({.gradient = at.a.get(),
                       .weights = at.b.get(),
                       .updated = at.b.get(),
                       .velocity = at.c.get(),
                       .count = params,
                       .rate = 0.01F,
                       .decay = 5e-4F,
                       .momentum = 0.9F});
    });
    add_benchmark(fmt::format("arrange/{}/images", network), measured.batch * measured.network.input.count(), 2,
                  [&](Arrays& at) {
                    at.kernels->arrange({at.a.get(), at.b.get(), measured.batch, measured.network.input});
                  });
  }
}

}  // namespace ringside
