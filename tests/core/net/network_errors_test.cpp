// Every rule of make_network, broken once: the message names the layer, the value and what was expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/base/error.h"
#include "tests/core/net/networks.h"

namespace ringside {
namespace {

constexpr Shape image{3, 8, 6};
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <class Make>
std::string error_of(Make make) {
  try {
    make();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return "nothing thrown";
}

std::string network_error(NamedKinds layers, Shape input = image) {
  return error_of([&] { network_of(input, std::move(layers)); });
}

// `kind` as layer 2 of a network.
std::string layer_error(LayerKind kind) {
  return network_error({{"relu1", Relu{}}, {"tried", std::move(kind)}, {"loss", SoftmaxLoss{}}});
}

template <class Change>
std::string solver_error(Change change) {
  Solver solver;
  change(solver);
  return error_of([&] { network_of(image, {{"loss", SoftmaxLoss{}}}, solver); });
}

Conv conv(int outputs, int kernel, int stride, int pad) {
  return {outputs, kernel, stride, pad, {}, {}};
}

TEST(NetworkErrors, ConvOutputs) {
  EXPECT_EQ(layer_error(conv(0, 3, 1, 0)), "layer 2 \"tried\": outputs 0: expected 1 or more");
  EXPECT_EQ(layer_error(conv(-4, 3, 1, 0)), "layer 2 \"tried\": outputs -4: expected 1 or more");
}

TEST(NetworkErrors, Kernel) {
  EXPECT_EQ(layer_error(conv(4, 0, 1, 0)), "layer 2 \"tried\": kernel 0: expected 1 or more");
  EXPECT_EQ(layer_error(Pool{Pool::Kind::max, -1, 1, 0}), "layer 2 \"tried\": kernel -1: expected 1 or more");
  EXPECT_EQ(layer_error(Subsample{0, {}, {}}), "layer 2 \"tried\": kernel 0: expected 1 or more");
  EXPECT_EQ(layer_error(conv(4, 40000, 1, 39999)), "layer 2 \"tried\": kernel 40000: expected 32768 or less");
}

TEST(NetworkErrors, Stride) {
  EXPECT_EQ(layer_error(conv(4, 3, 0, 0)), "layer 2 \"tried\": stride 0: expected 1 or more");
  EXPECT_EQ(layer_error(Pool{Pool::Kind::average, 3, -2, 0}), "layer 2 \"tried\": stride -2: expected 1 or more");
}

TEST(NetworkErrors, Padding) {
  EXPECT_EQ(layer_error(conv(4, 3, 1, -1)), "layer 2 \"tried\": pad -1: expected 0 or more");
  EXPECT_EQ(layer_error(conv(4, 3, 1, 3)), "layer 2 \"tried\": pad 3: expected less than the kernel, 3");
  EXPECT_EQ(layer_error(Pool{Pool::Kind::max, 2, 1, 2}), "layer 2 \"tried\": pad 2: expected less than the kernel, 2");
}

TEST(NetworkErrors, WindowLargerThanItsInput) {
  EXPECT_EQ(layer_error(conv(4, 7, 1, 0)),
            "layer 2 \"tried\": kernel 7: larger than its input, 3x8x6 with 0 of padding around");
  EXPECT_EQ(layer_error(Pool{Pool::Kind::max, 9, 1, 1}),
            "layer 2 \"tried\": kernel 9: larger than its input, 3x8x6 with 1 of padding around");
  EXPECT_EQ(layer_error(Subsample{7, {}, {}}),
            "layer 2 \"tried\": kernel 7: larger than its input, 3x8x6 with 0 of padding around");
  EXPECT_EQ(layer_error(conv(4, 8, 1, 1)), "nothing thrown");  // 6 + 2 is just enough
}

TEST(NetworkErrors, SubsampleThatDoesNotFillItsInput) {
  EXPECT_EQ(layer_error(Subsample{4, {}, {}}), "layer 2 \"tried\": kernel 4: its windows do not fill the input, 3x8x6");
  EXPECT_EQ(layer_error(Subsample{2, {}, {}}), "nothing thrown");
}

TEST(NetworkErrors, DenseOutputs) {
  EXPECT_EQ(layer_error(Dense{0, {}, {}}), "layer 2 \"tried\": outputs 0: expected 1 or more");
}

TEST(NetworkErrors, LrnSize) {
  EXPECT_EQ(layer_error(Lrn{0, 1, 0.75F, 1}), "layer 2 \"tried\": size 0: expected an odd number, 1 or more");
  EXPECT_EQ(layer_error(Lrn{4, 1, 0.75F, 1}), "layer 2 \"tried\": size 4: expected an odd number, 1 or more");
}

TEST(NetworkErrors, LrnConstants) {
  EXPECT_EQ(layer_error(Lrn{3, -1, 0.75F, 1}), "layer 2 \"tried\": alpha -1: expected 0 or more");
  EXPECT_EQ(layer_error(Lrn{3, 1, nan, 1}), "layer 2 \"tried\": beta nan: expected a finite number");
  EXPECT_EQ(layer_error(Lrn{3, 1, 0.75F, 0}), "layer 2 \"tried\": k 0: expected more than 0");
}

TEST(NetworkErrors, DropoutRatio) {
  EXPECT_EQ(layer_error(Dropout{1}), "layer 2 \"tried\": ratio 1: expected 0 or more, less than 1");
  EXPECT_EQ(layer_error(Dropout{-0.5F}), "layer 2 \"tried\": ratio -0.5: expected 0 or more, less than 1");
  EXPECT_EQ(layer_error(Dropout{nan}), "layer 2 \"tried\": ratio nan: expected 0 or more, less than 1");
}

TEST(NetworkErrors, Fillers) {
  const Blob negative{{Filler::Kind::gaussian, -0.1F}, 1, 1};
  const Blob not_finite{{Filler::Kind::constant, nan}, 1, 1};
  EXPECT_EQ(layer_error(Dense{5, negative, {}}),
            "layer 2 \"tried\": weights start with a deviation of -0.1: expected 0 or more");
  EXPECT_EQ(layer_error(Dense{5, {}, not_finite}),
            "layer 2 \"tried\": bias start with the value nan: expected a finite number");
}

TEST(NetworkErrors, Multipliers) {
  EXPECT_EQ(layer_error(Dense{5, {{}, -1, 1}, {}}),
            "layer 2 \"tried\": weights rate multiplier -1: expected 0 or more");
  EXPECT_EQ(layer_error(Dense{5, {}, {{}, 1, -2}}), "layer 2 \"tried\": bias decay multiplier -2: expected 0 or more");
}

TEST(NetworkErrors, TooManyWeights) {
  // 2e9 outputs of 144 inputs fit an int and an int64, but no machine.
  EXPECT_EQ(network_error({{"big", Dense{2000000000, {}, {}}}, {"loss", SoftmaxLoss{}}}, {1000, 1, 1}),
            "layer 1 \"big\": 2e+12 weights: expected 1.1e+12 or less");
}

TEST(NetworkErrors, TooManyActivations) {
  EXPECT_EQ(layer_error(conv(2000000000, 1, 1, 0)),
            "layer 2 \"tried\": 2000000000x8x6 has more than 2147483647 values a sample");
  EXPECT_EQ(network_error({{"loss", SoftmaxLoss{}}}, {3, 100000, 100000}),
            "input: 3x100000x100000 has more than 2147483647 values a sample");
}

TEST(NetworkErrors, Input) {
  const NamedKinds loss{{"loss", SoftmaxLoss{}}};
  EXPECT_EQ(network_error(loss, {0, 8, 6}), "input 0x8x6: expected positive sizes");
  EXPECT_EQ(network_error(loss, {3, -8, 6}), "input 3x-8x6: expected positive sizes");
  EXPECT_EQ(network_error(loss, {3, 8, 0}), "input 3x8x0: expected positive sizes");
}

TEST(NetworkErrors, Names) {
  EXPECT_EQ(network_error({{"relu", Relu{}}, {"", Relu{}}, {"loss", SoftmaxLoss{}}}), "layer 2: needs a name");
  EXPECT_EQ(network_error({{"relu", Relu{}}, {"tanh", Tanh{}}, {"relu", Relu{}}, {"loss", SoftmaxLoss{}}}),
            "layer 3 \"relu\": layer 1 has the same name");
}

TEST(NetworkErrors, Loss) {
  EXPECT_EQ(network_error({}), "the last layer must be a softmax_loss; there is none");
  EXPECT_EQ(network_error({{"relu", Relu{}}}), "the last layer must be a softmax_loss; there is none");
  EXPECT_EQ(network_error({{"loss", SoftmaxLoss{}}, {"relu", Relu{}}}),
            "layer 1 \"loss\": a softmax_loss must come last; there are 2 layers");
  EXPECT_EQ(network_error({{"loss", SoftmaxLoss{}}, {"again", SoftmaxLoss{}}}),
            "layer 1 \"loss\": a softmax_loss must come last; there are 2 layers");
}

TEST(NetworkErrors, Transform) {
  for (const float scale : {0.0F, nan}) {
    EXPECT_THAT(
        error_of([&] {
          make_network("test", "mnist", image, {InputTransform::Mean::none, scale}, {}, {{"loss", SoftmaxLoss{}}});
        }),
        testing::MatchesRegex("transform: scale (0|nan): expected a finite number but 0"));
  }
}

TEST(NetworkErrors, SolverNumbers) {
  EXPECT_EQ(solver_error([](Solver& s) { s.rate.base = -0.1; }), "solver: rate: base -0.1: expected 0 or more");
  EXPECT_EQ(solver_error([](Solver& s) { s.rate.gamma = -2; }), "solver: rate: gamma -2: expected 0 or more");
  EXPECT_EQ(solver_error([](Solver& s) { s.rate.power = nan; }), "solver: rate: power nan: expected a finite number");
  EXPECT_EQ(solver_error([](Solver& s) { s.momentum = 1; }), "solver: momentum 1: expected 0 or more, less than 1");
  EXPECT_EQ(solver_error([](Solver& s) { s.weight_decay = -1; }), "solver: weight_decay -1: expected 0 or more");
  EXPECT_EQ(solver_error([](Solver& s) { s.batch = 0; }), "solver: batch 0: expected 1 or more");
  EXPECT_EQ(solver_error([](Solver& s) { s.steps = -5; }), "solver: steps -5: expected 0 or more");
}

TEST(NetworkErrors, RatePolicies) {
  EXPECT_EQ(solver_error([](Solver& s) { s.rate.policy = LearningRate::Policy::step; }),
            "solver: rate: step_size 0: expected 1 or more");
  EXPECT_EQ(solver_error([](Solver& s) { s.rate.policy = LearningRate::Policy::multistep; }),
            "solver: rate: expected at least one step at which it changes");
  const auto multistep = [](std::vector<std::int64_t> steps) {
    return solver_error([&](Solver& s) {
      s.rate.policy = LearningRate::Policy::multistep;
      s.rate.steps = std::move(steps);
    });
  };
  EXPECT_EQ(multistep({-1, 5}), "solver: rate: changes at step -1: expected 0 or more");
  EXPECT_EQ(multistep({5, 20, 10}), "solver: rate: changes at step 20, then at 10: expected rising numbers");
  EXPECT_EQ(multistep({5, 5}), "solver: rate: changes at step 5, then at 5: expected rising numbers");
}

}  // namespace
}  // namespace ringside
