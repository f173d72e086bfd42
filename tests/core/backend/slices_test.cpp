// Slices of the reference's layers: outputs lie side by side, gradients add up to the whole layer's.
#include <gtest/gtest.h>

#include "core/backend/reference/reference_backend.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

constexpr std::uint64_t seed = 77;

// The slices' parts add up (the channels a slice does not have count as zero).
void add_channels(std::vector<double>& sum, const std::vector<float>& part, int channels, Slice slice) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    const auto pixel = i / static_cast<std::size_t>(slice.count);
    const auto channel = static_cast<std::size_t>(slice.first) + i % static_cast<std::size_t>(slice.count);
    sum[pixel * static_cast<std::size_t>(channels) + channel] += part[i];
  }
}

void check_cut(Kernels& kernels, const Layer& layer, int samples, const std::vector<Slice>& cut) {
  RunOptions options;
  options.place = {seed, 2, 4, true};
  const LayerData data = make_data(layer, samples, seed);
  const LayerResult full = run_layer(kernels, make_call(layer, samples, whole(layer)), data, options);
  std::vector<double> input_gradient(full.input_gradient.size());
  for (const Slice slice : cut) {
    const LayerCall call = make_call(layer, samples, slice);
    const LayerResult part = run_layer(kernels, call, slice_of(data, layer, slice), options);
    EXPECT_EQ(part.output, take_channels(full.output, layer.output.channels, slice));
    LayerData gradients;
    gradients.params = full.params_gradient;
    EXPECT_EQ(part.params_gradient, slice_of(gradients, layer, slice).params);
    const Slice seen = is_channel_local(layer) ? slice : Slice{0, layer.input.channels};
    add_channels(input_gradient, part.input_gradient, layer.input.channels, seen);
  }
  for (std::size_t i = 0; i < input_gradient.size(); ++i) {
    EXPECT_NEAR(input_gradient[i], full.input_gradient[i], 1e-5 * (1 + std::abs(full.input_gradient[i])));
  }
}

TEST(Slices, AddUpToTheWholeLayer) {
  const auto kernels = reference_backend().make_kernels();
  for (const LayerCase& layer_case : layer_cases()) {
    const Network network = network_of(layer_case);
    const Layer& layer = network.layers[0];
    if (is_loss(layer)) continue;
    SCOPED_TRACE(layer_case.name);
    for (const auto& cut : cuts(layer)) check_cut(*kernels, layer, layer_case.samples, cut);
  }
}

}  // namespace
}  // namespace ringside::test
