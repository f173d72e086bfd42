// Every layer of the networks, forward and backward, on every backend but the reference.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/micro/benchmarks.h"
#include "bench/micro/networks.h"
#include "core/backend/flush_denormals.h"
#include "core/backend/memory.h"
#include "core/backend/registry.h"
#include "core/net/work.h"

namespace ringside {
namespace {

// Aligned as a device's memory is.
DeviceMemory numbers(std::int64_t count) {
  DeviceMemory values = allocate_memory(count, "bench");
  for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(i * 7919 % 1000) * 1e-3F - 0.5F;
  return values;
}

// One layer's call with all that it works on.
class LayerBench {
 public:
  LayerBench(const Backend& backend, const Layer& layer, int samples, bool first)
      : kernels_(backend.make_kernels()),
        kernel_(kernels_->layer({layer, samples, 0, layer.output.channels, !first})),
        input_(numbers(samples * layer.input.count())),
        output_(numbers(samples * (layer.output.count() + (is_loss(layer) ? 1 : 0)))),
        output_gradient_(numbers(samples * layer.output.count())),
        input_gradient_(numbers(samples * layer.input.count())),
        state_(numbers(samples * state_count(layer))),
        params_(numbers(layer.params())),
        params_gradient_(numbers(layer.params())),
        labels_(allocate_memory(samples, "bench")),
        samples_(samples),
        first_(first) {
    forward();
  }

  void forward() {
    kernel_->forward({.input = input_.get(),
                      .params = params_.get(),
                      .labels = labels_.get(),
                      .state = state_.get(),
                      .output = output_.get(),
                      .place = {}});
  }

  void backward() {
    kernel_->backward({.input = input_.get(),
                       .output = output_.get(),
                       .output_gradient = output_gradient_.get(),
                       .state = state_.get(),
                       .labels = labels_.get(),
                       .params = params_.get(),
                       .input_gradient = first_ ? nullptr : input_gradient_.get(),
                       .params_gradient = params_gradient_.get(),
                       .divisor = samples_,
                       .place = {}});
  }

 private:
  std::unique_ptr<Kernels> kernels_;
  std::unique_ptr<LayerKernel> kernel_;
  DeviceMemory input_, output_, output_gradient_, input_gradient_, state_, params_, params_gradient_, labels_;
  int samples_;
  bool first_;
};

void run_layer(benchmark::State& state, const Backend& backend, const Measured& measured, const Layer& layer,
               bool backward) {
  const FlushDenormals flush;
  const bool first = &layer == &measured.network.layers.front();
  LayerBench bench(backend, layer, measured.batch, first);
  for (auto _ : state) backward ? bench.backward() : bench.forward();
  const Work work = layer_work(layer, backward ? Direction::backward : Direction::forward, measured.batch,
                               layer.output.channels, !first);
  state.counters["flop/s"] =
      benchmark::Counter(static_cast<double>(work.flops), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace

void register_layers() {
  for (const Measured& measured : measured_networks()) {
    for (const Layer& layer : measured.network.layers) {
      for (const Backend& backend : backends()) {
        if (backend.name == "reference" || !backend.missing().empty()) continue;
        for (const bool backward : {false, true}) {
          const std::string name = fmt::format("layer/{}/{}/{}/{}", measured.network.name, layer.name,
                                               backward ? "backward" : "forward", backend.name);
          benchmark::RegisterBenchmark(name.c_str(), [&, backward](benchmark::State& state) {
            run_layer(state, backend, measured, layer, backward);
          })->ComputeStatistics("best", best);
        }
      }
    }
  }
}

}  // namespace ringside
