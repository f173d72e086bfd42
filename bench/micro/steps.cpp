// A whole training step: through the executor, and the same kernels in a bare loop on the same core. What the first takes
// longer is what graph, lanes and clocks cost. Both take turns within one benchmark, since a machine's speed wanders.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "bench/micro/bare_loop.h"
#include "bench/micro/benchmarks.h"
#include "bench/micro/networks.h"
#include "bench/statistics.h"
#include "core/backend/cores.h"
#include "core/backend/flush_denormals.h"
#include "core/exec/session.h"
#include "core/net/init.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void run_step(benchmark::State& state, const Measured& measured, const Backend& backend) {
  const Network& network = measured.network;
  const StepGraph graph = find_strategy("single").build({network, 1, measured.batch});
  const std::vector<float> weights = initial_weights(network, 1);
  LabelledImages data{network.input, {}, {}};
  data.pixels.assign(static_cast<std::size_t>(measured.batch * network.input.count()), 100);
  for (int i = 0; i < measured.batch; ++i) data.labels.push_back(static_cast<std::uint16_t>(i % network.classes()));
  Batches batches(data, measured.batch, {}, 1.0F / 256, 1);

  Session session(network, graph, backend, {});
  BareLoop bare(network, graph, backend, weights);
  std::vector<float> labels(data.labels.size());
  batches.fill(0, bare.images(), labels.data());
  const auto executor_steps = [&](std::int64_t steps) {
    session.run(batches, {.steps = steps, .stop = nullptr, .on_step = {}});
  };
  const auto bare_steps = [&](std::int64_t steps) {
    std::jthread([&] {
      const FlushDenormals flush;
      pin_this_thread(allowed_cores().front());
      bare.run(steps);
    }).join();
  };
  session.load(weights);
  executor_steps(2);
  bare_steps(2);

  constexpr std::int64_t steps = 20;
  std::vector<double> of_executor, of_bare, ratios;
  for (auto _ : state) {
    session.load(weights);
    of_executor.push_back(seconds([&] { executor_steps(steps); }) / steps);
    of_bare.push_back(seconds([&] { bare_steps(steps); }) / steps);
    ratios.push_back(of_executor.back() / of_bare.back());
  }
  state.counters["executor_s"] = quantile(of_executor, 0.5);
  state.counters["bare_s"] = quantile(of_bare, 0.5);
  state.counters["ratio"] = quantile(ratios, 0.5);
}

}  // namespace

void register_steps() {
  for (const Measured& measured : measured_networks()) {
    for (const Backend& backend : backends()) {
      if (backend.name == "reference" || !backend.missing().empty()) continue;
      const std::string name = fmt::format("step/{}/{}", measured.network.name, backend.name);
      benchmark::RegisterBenchmark(name.c_str(), [&](benchmark::State& state) {
        run_step(state, measured, backend);
      })->UseRealTime();
    }
  }
}

}  // namespace ringside
