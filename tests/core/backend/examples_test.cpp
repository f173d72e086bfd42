// The reference's layers on examples small enough to be worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/reference/reference_backend.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;
using Values = std::vector<float>;

LayerResult run_example(const LayerCase& layer_case, const LayerData& data, const RunOptions& options = {}) {
  const Network network = network_of(layer_case);
  const Layer& layer = network.layers[0];
  return run_layer(*reference_backend().make_kernels(), make_call(layer, layer_case.samples, whole(layer)), data,
                   options);
}

Values counting(int count) {
  Values values;
  for (int i = 0; i < count; ++i) values.push_back(static_cast<float>(i));
  return values;
}

// 1 2 3                        w: 1 10    b: 5
// 4 5 6   at (0,0): 1·1 + 2·10 + 4·100 + 5·1000 + 5
// 7 8 9                           100 1000
TEST(Example, Convolution) {
  const LayerResult result = run_example({"conv", {1, 3, 3}, Conv{1, 2, 1, 0, {}, {}}, 1},
                                         {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 10, 100, 1000, 5}, {}, {1, 0, 0, 2}});
  EXPECT_THAT(result.output, ElementsAre(5426, 6537, 8759, 9870));
  // From output (0,0) with 1 and output (1,1) with 2.
  EXPECT_THAT(result.params_gradient, ElementsAre(1 + 2 * 5, 2 + 2 * 6, 4 + 2 * 8, 5 + 2 * 9, 3));
  EXPECT_THAT(result.input_gradient, ElementsAre(1, 10, 0, 100, 1000 + 2, 20, 0, 200, 2000));
}

// Two channels, NHWC: pixel (0,0) holds 1 and 2. Weights are [output][channel][row][column].
TEST(Example, ConvolutionOverChannelsWithStrideAndPadding) {
  const LayerResult result = run_example({"conv", {2, 1, 2}, Conv{1, 2, 2, 1, {}, {}}, 1},
                                         {{1, 2, 3, 4}, {0, 0, 1, 10, 0, 0, 100, 1000, 0}, {}, {1, 1}});
  // Windows start at column -1 and 1, row -1: only the kernel's second row lies on the image.
  EXPECT_THAT(result.output, ElementsAre(1 * 10 + 2 * 1000, 3 * 1 + 4 * 100));
  EXPECT_THAT(result.input_gradient, ElementsAre(10, 1000, 1, 100));
  EXPECT_THAT(result.params_gradient, ElementsAre(0, 0, 3, 1, 0, 0, 4, 2, 2));
}

TEST(Example, Dense) {
  const LayerResult result = run_example({"dense", {2, 1, 1}, Dense{2, {}, {}}, 2},
                                         {{1, 2, 3, 4}, {1, 10, 100, 1000, 5, 6}, {}, {1, 0, 2, 3}});
  EXPECT_THAT(result.output, ElementsAre(26, 2106, 48, 4306));
  EXPECT_THAT(result.params_gradient, ElementsAre(1 + 6, 2 + 8, 9, 12, 3, 3));
  EXPECT_THAT(result.input_gradient, ElementsAre(1, 10, 302, 3020));
}

TEST(Example, CaffeRoundsPoolingUp) {
  int size = 32;
  for (const int expected : {16, 8, 4}) {
    const Network network = network_of({"pool", {1, size, size}, Pool{Pool::Kind::max, 3, 2, 0}, 1});
    size = network.layers[0].output.height;
    EXPECT_EQ(size, expected);
  }
}

// 0  1  2  3     kernel 3, stride 2: windows at 0 and 2; the second ones are clipped.
// 4  5  6  7
// 8  9 10 11
// 12 13 14 15
TEST(Example, MaxPool) {
  const LayerResult result =
      run_example({"pool", {1, 4, 4}, Pool{Pool::Kind::max, 3, 2, 0}, 1}, {counting(16), {}, {}, {1, 2, 3, 4}});
  EXPECT_THAT(result.output, ElementsAre(10, 11, 14, 15));
  EXPECT_THAT(result.input_gradient, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4));
}

TEST(Example, AveragePoolDividesByTheClippedWindow) {
  const LayerResult result =
      run_example({"pool", {1, 4, 4}, Pool{Pool::Kind::average, 3, 2, 0}, 1}, {counting(16), {}, {}, {9, 0, 0, 4}});
  EXPECT_THAT(result.output, ElementsAre(5, (2 + 3 + 6 + 7 + 10 + 11) / 6.0F, (8 + 9 + 10 + 12 + 13 + 14) / 6.0F,
                                         (10 + 11 + 14 + 15) / 4.0F));
  EXPECT_THAT(result.input_gradient, ElementsAre(1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 2, 1, 0, 0, 1, 1));
}

// With padding 1 the window at (-1,-1) covers 9 places, 5 of them padding, and divides by 9; the last, clipped to the
// padded image (4 + 1), too.
TEST(Example, AveragePoolCountsPadding) {
  const LayerResult result =
      run_example({"pool", {1, 4, 4}, Pool{Pool::Kind::average, 3, 3, 1}, 1}, {counting(16), {}, {}, {0, 0, 0, 9}});
  EXPECT_THAT(result.output, ElementsAre((0 + 1 + 4 + 5) / 9.0F, (2 + 3 + 6 + 7) / 9.0F, (8 + 9 + 12 + 13) / 9.0F,
                                         (10 + 11 + 14 + 15) / 9.0F));
  EXPECT_THAT(result.input_gradient, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1));
}

TEST(Example, OfEqualValuesTheFirstIsTheMaximum) {
  const LayerResult result =
      run_example({"pool", {1, 2, 2}, Pool{Pool::Kind::max, 2, 2, 0}, 1}, {{1, 3, 3, 3}, {}, {}, {7}});
  EXPECT_THAT(result.input_gradient, ElementsAre(0, 7, 0, 0));
}

TEST(Example, OverlappingWindowsAddUp) {
  const LayerResult result =
      run_example({"pool", {1, 1, 3}, Pool{Pool::Kind::max, 1, 1, 0}, 1}, {{1, 3, 2}, {}, {}, {7, 5, 4}});
  EXPECT_THAT(result.input_gradient, ElementsAre(7, 5, 4));
  const LayerResult overlapping =
      run_example({"pool", {1, 2, 3}, Pool{Pool::Kind::max, 2, 1, 0}, 1}, {{0, 9, 0, 0, 0, 0}, {}, {}, {7, 5}});
  EXPECT_THAT(overlapping.output, ElementsAre(9, 9));
  EXPECT_THAT(overlapping.input_gradient, ElementsAre(0, 12, 0, 0, 0, 0));
}

TEST(Example, Subsample) {
  const LayerResult result = run_example({"subsample", {1, 2, 4}, Subsample{2, {}, {}}, 1},
                                         {{1, 2, 3, 4, 5, 6, 7, 8}, {0.5F, 3}, {}, {2, 10}});
  EXPECT_THAT(result.output, ElementsAre(0.5F * (1 + 2 + 5 + 6) + 3, 0.5F * (3 + 4 + 7 + 8) + 3));
  EXPECT_THAT(result.params_gradient, ElementsAre(2 * 14 + 10 * 22, 12));
  EXPECT_THAT(result.input_gradient, ElementsAre(1, 1, 5, 5, 1, 1, 5, 5));
}

TEST(Example, Activations) {
  const LayerResult relu = run_example({"relu", {4, 1, 1}, Relu{}, 1}, {{-1, 0, 2, -0.5F}, {}, {}, {1, 2, 3, 4}});
  EXPECT_THAT(relu.output, ElementsAre(0, 0, 2, 0));
  EXPECT_THAT(relu.input_gradient, ElementsAre(0, 0, 3, 0));
  const LayerResult tanh = run_example({"tanh", {2, 1, 1}, Tanh{}, 1}, {{0, 1}, {}, {}, {1, 1}});
  EXPECT_THAT(tanh.output, ElementsAre(0, FloatNear(0.76159416F, 1e-7F)));
  EXPECT_THAT(tanh.input_gradient, ElementsAre(1, FloatNear(0.41997434F, 1e-7F)));
}

// size 3, alpha 3, beta 1, k 1: s = 1 + the sum of squares of a channel and its neighbours.
TEST(Example, Lrn) {
  const LayerResult result = run_example({"lrn", {3, 1, 1}, Lrn{3, 3, 1, 1}, 1}, {{1, 2, 3}, {}, {}, {0, 1, 0}});
  EXPECT_THAT(result.output,
              Pointwise(FloatNear(1e-6F), Values{1.0F / (1 + 1 + 4), 2.0F / (1 + 1 + 4 + 9), 3.0F / (1 + 4 + 9)}));
  // y[1] = 2/15: dy/dx[0] = -2·x[0]·x[1]/15², dy/dx[1] = 1/15 - 2·x[1]²/15², dy/dx[2] = -2·x[2]·x[1]/15²
  EXPECT_THAT(result.input_gradient,
              Pointwise(FloatNear(1e-6F), Values{-4.0F / 225, 1.0F / 15 - 8.0F / 225, -12.0F / 225}));
}

// Scores ln 1, ln 2, ln 5: probabilities 1/8, 2/8, 5/8.
TEST(Example, SoftmaxLoss) {
  const LayerResult result = run_example({"loss", {3, 1, 1}, SoftmaxLoss{}, 1},
                                         {{0, std::log(2.0F), std::log(5.0F)}, {}, {1}, {}}, {.divisor = 4});
  EXPECT_THAT(result.output, Pointwise(FloatNear(1e-6F), Values{0.125F, 0.25F, 0.625F, std::log(4.0F)}));
  EXPECT_THAT(result.input_gradient, Pointwise(FloatNear(1e-6F), Values{0.125F / 4, -0.75F / 4, 0.625F / 4}));
}

TEST(Example, SoftmaxLossOfHugeScoresIsFinite) {
  const LayerResult result = run_example({"loss", {2, 1, 1}, SoftmaxLoss{}, 1}, {{1000, -1000}, {}, {1}, {}});
  EXPECT_THAT(result.output, ElementsAre(1, 0, 2000));
}

TEST(Example, NotANumberIsNotHidden) {
  const float nan = std::nanf("");
  EXPECT_TRUE(std::isnan(run_example({"relu", {1, 1, 1}, Relu{}, 1}, {{nan}, {}, {}, {1}}).output[0]));
  for (const Values& input : {Values{nan, 1, 2, 3}, Values{1, 2, 3, nan}}) {
    const LayerCase pool{"pool", {1, 2, 2}, Pool{Pool::Kind::max, 2, 2, 0}, 1};
    EXPECT_TRUE(std::isnan(run_example(pool, {input, {}, {}, {1}}).output[0]));
  }
  const LayerCase loss{"loss", {2, 1, 1}, SoftmaxLoss{}, 1};
  EXPECT_TRUE(std::isnan(run_example(loss, {{nan, 1}, {}, {1}, {}}).output[2]));
}

}  // namespace
}  // namespace ringside::test
