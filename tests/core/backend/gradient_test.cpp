// The reference's gradients against central differences of its forward passes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/backend/reference/reference_backend.h"
#include "core/base/random.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

constexpr std::uint64_t seed = 20240607;
constexpr float step = 0.005F;  // below half of what tells inputs apart: no maximum changes hands
constexpr int most_checked = 30;

// The number whose gradients backward gives: the loss, or the outputs weighed by the output gradient.
double objective(LayerKernel& kernel, const LayerCall& call, const LayerData& data, const RunOptions& options) {
  const auto output = run_forward(kernel, call, data, options).output;
  if (is_loss(call.layer)) return std::accumulate(output.end() - call.samples, output.end(), 0.0) / options.divisor;
  return std::inner_product(output.begin(), output.end(), data.output_gradient.begin(), 0.0);
}

float largest(const std::vector<float>& values) {
  float most = 0;
  for (const float value : values) most = std::max(most, std::abs(value));
  return most;
}

// Compares `gradient` with differences over some of `values`, which are part of `data`.
void check_gradient(Kernels& kernels, const LayerCall& call, LayerData& data, std::vector<float>& values,
                    const std::vector<float>& gradient, const RunOptions& options) {
  ASSERT_EQ(values.size(), gradient.size());
  const auto kernel = kernels.layer(call);
  const float scale = std::max(largest(gradient), 1e-3F);
  auto order = random_permutation({seed, 7}, static_cast<int>(values.size()));
  order.resize(std::min<std::size_t>(order.size(), most_checked));
  for (const int i : order) {
    float& value = values[static_cast<std::size_t>(i)];
    const float kept = value;
    value = kept + step;
    const double above = objective(*kernel, call, data, options);
    const double upper = value;
    value = kept - step;
    const double below = objective(*kernel, call, data, options);
    const double difference = (above - below) / (upper - value);
    value = kept;
    EXPECT_NEAR(gradient[static_cast<std::size_t>(i)], difference, 2e-3 * scale) << "value " << i;
  }
}

TEST(Gradient, AgreesWithCentralDifferences) {
  const auto kernels = reference_backend().make_kernels();
  for (const LayerCase& layer_case : layer_cases()) {
    const Network network = network_of(layer_case);
    const Layer& layer = network.layers[0];
    RunOptions options;
    options.divisor = layer_case.samples + 1;
    options.place = {seed, 3, 5, true};
    for (const auto& cut : cuts(layer)) {
      const Slice slice = cut.back();
      SCOPED_TRACE(
          fmt::format("{}, channels {} and {} more, seed {}", layer_case.name, slice.first, slice.count - 1, seed));
      const LayerCall call = make_call(layer, layer_case.samples, slice);
      LayerData data = slice_of(make_data(layer, layer_case.samples, seed), layer, slice);
      const LayerResult result = run_layer(*kernels, call, data, options);
      check_gradient(*kernels, call, data, data.input, result.input_gradient, options);
      check_gradient(*kernels, call, data, data.params, result.params_gradient, options);
    }
  }
}

}  // namespace
}  // namespace ringside::test
