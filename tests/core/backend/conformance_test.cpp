// Every backend on the menu that this machine has against the reference, over the table of layers. A new row of the menu is covered at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/flush_denormals.h"
#include "core/backend/native/native_kernels.h"
#include "core/backend/registry.h"
#include "core/base/error.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"
#include "tests/core/backend/order.h"

namespace ringside::test {
namespace {

constexpr double tolerance = 1e-4;  // of the largest value there is, or sums that cancel would ask too much

void expect_close(const std::vector<float>& actual, const std::vector<float>& expected, const char* what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  double largest = 0;
  for (const float value : expected) largest = std::max(largest, std::abs(double{value}));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_NEAR(actual[i], expected[i], tolerance * largest) << what << " " << i;
  }
}

void expect_close(const LayerResult& actual, const LayerResult& expected) {
  expect_close(actual.output, expected.output, "output");
  expect_close(actual.input_gradient, expected.input_gradient, "input gradient");
  expect_close(actual.params_gradient, expected.params_gradient, "parameters' gradient");
}

struct Candidate {
  std::string name;
  std::unique_ptr<Kernels> (*make_kernels)();
};

template <SimdLevel level>
std::unique_ptr<Kernels> make_native() {
  return std::make_unique<NativeKernels>(level);
}

// What of the menu this machine has, and the native kernels at every level this machine can run.
std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (const Backend& backend : backends()) {
    if (backend.missing().empty()) all.push_back({std::string(backend.name), backend.make_kernels});
  }
  for (const SimdLevel level : simd_levels()) {
    const auto make = level == SimdLevel::avx512 ? make_native<SimdLevel::avx512>
                      : level == SimdLevel::avx2 ? make_native<SimdLevel::avx2>
                                                 : make_native<SimdLevel::baseline>;
    all.push_back({fmt::format("native_{}", name_of(level)), make});
  }
  return all;
}

class Conformance : public testing::TestWithParam<Candidate> {
 protected:
  std::unique_ptr<Kernels> kernels = GetParam().make_kernels();
  std::unique_ptr<Kernels> reference = find_backend("reference").make_kernels();
  FlushDenormals flush;

  void compare(const LayerCase& layer_case, Slice slice, const Layer& layer, const RunOptions& options) {
    SCOPED_TRACE(fmt::format("{}, {} samples, channels {} and {} more{}{}", layer_case.name, layer_case.samples,
                             slice.first, slice.count - 1, options.in_place ? ", in place" : "",
                             options.input_gradient ? "" : ", no input gradient"));
    const LayerCall call = make_call(layer, layer_case.samples, slice, options);
    const auto kernel = kernels->layer(call);
    for (const std::uint64_t seed : {1, 2}) {  // one kernel serves many steps; the reference's is new each time
      const LayerData data = slice_of(make_data(layer, layer_case.samples, seed), layer, slice);
      expect_close(run_arranged(*kernel, call, data, options), run_layer(*reference, call, data, options));
    }
  }

  // On data in NHWC, whatever the backend's order.
  LayerResult run_arranged(LayerKernel& kernel, const LayerCall& call, LayerData data, const RunOptions& options) {
    Shape input = call.layer.input, output = call.layer.output;
    output.channels = call.channels;
    if (is_channel_local(call.layer)) input.channels = call.channels;
    const Order input_order(*kernels, call.samples, input), output_order(*kernels, call.samples, output);
    data.input = input_order.from_nhwc(data.input);
    if (!is_loss(call.layer)) data.output_gradient = output_order.from_nhwc(data.output_gradient);
    LayerResult result = run_layer(kernel, call, data, options);
    if (!is_loss(call.layer)) result.output = output_order.to_nhwc(result.output);
    result.input_gradient = input_order.to_nhwc(result.input_gradient);
    return result;
  }

  // `f` is given every case with its layer.
  template <class F>
  void for_each_case(F f) {
    for (const LayerCase& layer_case : layer_cases()) {
      const Network network = network_of(layer_case);
      f(layer_case, network.layers[0]);
    }
  }
};

const CallPlace training{.seed = 5, .step = 9, .first_sample = 13, .training = true};
const CallPlace testing_place{.seed = 5, .step = 9, .first_sample = 13, .training = false};

TEST_P(Conformance, LayersAndTheirSlices) {
  for_each_case([&](const LayerCase& layer_case, const Layer& layer) {
    for (const auto& cut : cuts(layer)) {
      for (const Slice slice : cut) {
        compare(layer_case, slice, layer, {.divisor = layer_case.samples + 3, .place = training});
      }
    }
  });
}

TEST_P(Conformance, BatchesAroundABlockOfImages) {
  for_each_case([&](LayerCase layer_case, const Layer& layer) {
    for (const int samples : {1, 3, 16, 17, 33}) {
      layer_case.samples = samples;
      compare(layer_case, whole(layer), layer, {.divisor = samples, .place = training});
    }
  });
}

TEST_P(Conformance, FirstLayersNeedNoInputGradient) {
  for_each_case([&](const LayerCase& layer_case, const Layer& layer) {
    compare(layer_case, whole(layer), layer, {.input_gradient = false, .place = training});
  });
}

TEST_P(Conformance, LayersThatMayWorkInPlace) {
  for_each_case([&](const LayerCase& layer_case, const Layer& layer) {
    if (is_in_place(layer)) compare(layer_case, whole(layer), layer, {.in_place = true, .place = training});
  });
}

TEST_P(Conformance, TestingMode) {
  for_each_case([&](const LayerCase& layer_case, const Layer& layer) {
    compare(layer_case, whole(layer), layer, {.place = testing_place});
  });
}

TEST_P(Conformance, Copies) {
  const std::vector<float> from{1, 2, 3, 4, 5, 6};
  std::vector<float> to(6, 0);
  kernels->copy(to.data() + 1, from.data(), 4);
  EXPECT_EQ(to, (std::vector<float>{0, 1, 2, 3, 4, 0}));

  // Channels 1 and 2 of three become channels 2 and 3 of five, in every pixel of every sample.
  for (const int samples : {1, 3, 16, 17, 33}) {
    const Order narrow(*kernels, samples, {3, 2, 1}), wide(*kernels, samples, {5, 2, 1});
    std::vector<float> source, expected;
    for (int pixel = 0; pixel < 2 * samples; ++pixel) {
      const auto value = static_cast<float>(10 * pixel);
      source.insert(source.end(), {value, value + 1, value + 2});
      expected.insert(expected.end(), {0, 0, value + 1, value + 2, 0});
    }
    const std::vector<float> arranged = narrow.from_nhwc(source);
    std::vector<float> copied(expected.size(), 0);
    kernels->copy_channels({.from = arranged.data(),
                            .to = copied.data(),
                            .samples = samples,
                            .pixels = 2,
                            .from_first = 1,
                            .from_channels = 3,
                            .to_first = 2,
                            .to_channels = 5,
                            .count = 2});
    EXPECT_EQ(wide.to_nhwc(copied), expected) << samples << " samples";
  }
}

TEST_P(Conformance, SumsAndUpdates) {
  std::vector<float> into{1, 2, 3};
  const std::vector<float> source{0.5F, 0.25F, -3};
  kernels->add(into.data(), source.data(), 2);
  EXPECT_EQ(into, (std::vector<float>{1.5F, 2.25F, 3}));

  // velocity = 0.5 · 2 + 0.25 · (3 + 0.5 · 4) = 2.25;  updated = 4 - 2.25
  const float gradient = 3;
  const float weight = 4;
  float velocity = 2;
  float updated = 0;
  SgdArgs args{.gradient = &gradient,
               .weights = &weight,
               .updated = &updated,
               .velocity = &velocity,
               .count = 1,
               .rate = 0.25F,
               .decay = 0.5F,
               .momentum = 0.5F};
  kernels->sgd(args);
  EXPECT_EQ(velocity, 2.25F);
  EXPECT_EQ(updated, 1.75F);

  args.velocity = nullptr;  // 4 - 0.25 · (3 + 0.5 · 4)
  args.momentum = 0;
  kernels->sgd(args);
  EXPECT_EQ(updated, 2.75F);
}

TEST_P(Conformance, LabelsThatAreNoneAreErrors) {
  const Network network = network_of({"loss", {10, 1, 1}, SoftmaxLoss{}, 2});
  const auto kernel = kernels->layer(make_call(network.layers[0], 2, whole(network.layers[0])));
  const std::vector<float> input(20, 1);
  std::vector<float> output(22);
  for (const float wrong : {10.0F, -1.0F, 0.5F, std::nanf(""), 1e30F}) {
    const std::vector<float> labels{3, wrong};
    ForwardArgs args;
    args.input = input.data();
    args.labels = labels.data();
    args.output = output.data();
    EXPECT_THROW(kernel->forward(args), Error) << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Conformance, testing::ValuesIn(candidates()),
                         [](const auto& candidate) { return candidate.param.name; });

}  // namespace
}  // namespace ringside::test
