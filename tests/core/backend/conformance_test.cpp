// Every backend on the menu against the reference, over the table of layers. A new row of the menu is covered at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/flush_denormals.h"
#include "core/backend/registry.h"
#include "core/base/error.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

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

class Conformance : public testing::TestWithParam<Backend> {
 protected:
  std::unique_ptr<Kernels> kernels = GetParam().make_kernels();
  std::unique_ptr<Kernels> reference = find_backend("reference").make_kernels();
  FlushDenormals flush;

  void compare(const LayerCase& layer_case, Slice slice, const Layer& layer, const RunOptions& options) {
    SCOPED_TRACE(fmt::format("{}, channels {} and {} more{}{}", layer_case.name, slice.first, slice.count - 1,
                             options.in_place ? ", in place" : "",
                             options.input_gradient ? "" : ", no input gradient"));
    const LayerCall call = make_call(layer, layer_case.samples, slice, options);
    const auto kernel = kernels->layer(call);
    for (const std::uint64_t seed : {1, 2}) {  // one kernel serves many steps; the reference's is new each time
      const LayerData data = slice_of(make_data(layer, layer_case.samples, seed), layer, slice);
      expect_close(run_layer(*kernel, call, data, options), run_layer(*reference, call, data, options));
    }
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

  // Two pixels: channels 1 and 2 of three become channels 2 and 3 of five.
  std::vector<float> wide(10, 0);
  kernels->copy_channels({.from = from.data(),
                          .to = wide.data(),
                          .pixels = 2,
                          .from_first = 1,
                          .from_channels = 3,
                          .to_first = 2,
                          .to_channels = 5,
                          .count = 2});
  EXPECT_EQ(wide, (std::vector<float>{0, 0, 2, 3, 0, 0, 0, 5, 6, 0}));
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

std::string name_of(const testing::TestParamInfo<Backend>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(Backends, Conformance, testing::ValuesIn(backends().begin(), backends().end()), name_of);

}  // namespace
}  // namespace ringside::test
