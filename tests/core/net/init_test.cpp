// First weights: the fillers' bounds and moments, and that they depend on network and seed alone.
#include "core/net/init.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/core/net/networks.h"

namespace ringside {
namespace {

constexpr Shape image{3, 16, 16};

struct Moments {
  double mean = 0, variance = 0, largest = 0;
};

Moments moments_of(const std::vector<float>& values, std::int64_t first, std::int64_t count) {
  Moments moments;
  for (std::int64_t i = first; i < first + count; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    moments.mean += value / static_cast<double>(count);
    moments.variance += value * value / static_cast<double>(count);
    moments.largest = std::max(moments.largest, std::abs(value));
  }
  moments.variance -= moments.mean * moments.mean;
  return moments;
}

// The weights of 40 filters of 3 × 5 × 5 (fan-in 75, 3000 weights) drawn by `filler`.
Moments weights_drawn_by(Filler filler) {
  const Network network = network_of(image, {{"conv", Conv{40, 5, 1, 0, {filler, 1, 1}, {}}}, {"loss", SoftmaxLoss{}}});
  return moments_of(initial_weights(network, 11), 0, 3000);
}

TEST(InitialWeights, XavierIsUniformInTheRootOfThreeOverFanIn) {
  const Moments moments = weights_drawn_by({Filler::Kind::xavier, 0});
  const double bound = std::sqrt(3.0 / 75);  // 0.2; the variance of a uniform is bound² / 3 = 1/75
  EXPECT_LE(moments.largest, bound);
  EXPECT_GT(moments.largest, 0.99 * bound);
  EXPECT_NEAR(moments.mean, 0, 5 * std::sqrt(1.0 / 75 / 3000));
  EXPECT_NEAR(moments.variance, 1.0 / 75, 0.1 / 75);
}

TEST(InitialWeights, GaussianHasTheDeviationAsked) {
  const Moments moments = weights_drawn_by({Filler::Kind::gaussian, 0.01F});
  EXPECT_NEAR(moments.mean, 0, 5 * 0.01 / std::sqrt(3000));
  EXPECT_NEAR(std::sqrt(moments.variance), 0.01, 0.0007);  // five deviations: 5 · 0.01 / sqrt(2 · 3000)
  EXPECT_GT(moments.largest, 0.03);                        // a normal's tail, which a uniform has not
}

TEST(InitialWeights, MsraHasTheRootOfTwoOverFanIn) {
  const Moments moments = weights_drawn_by({Filler::Kind::msra, 0});
  EXPECT_NEAR(std::sqrt(moments.variance), std::sqrt(2.0 / 75), 5 * std::sqrt(2.0 / 75 / 6000));
}

TEST(InitialWeights, ConstantIsConstant) {
  const Moments moments = weights_drawn_by({Filler::Kind::constant, 0.25F});
  EXPECT_EQ(moments.largest, 0.25);
  EXPECT_NEAR(moments.mean, 0.25, 1e-12);  // none is smaller or negative
}

TEST(InitialWeights, FanInOfDenseIsItsInputs) {
  const Network network =
      network_of({100, 1, 1}, {{"dense", Dense{30, {{Filler::Kind::xavier, 0}, 1, 1}, {}}}, {"loss", SoftmaxLoss{}}});
  const Moments moments = moments_of(initial_weights(network, 3), 0, 3000);
  EXPECT_LE(moments.largest, std::sqrt(3.0 / 100));
  EXPECT_GT(moments.largest, 0.99 * std::sqrt(3.0 / 100));
}

TEST(InitialWeights, EveryBlobStandsInItsPlace) {
  const auto constant = [](float value) { return Blob{{Filler::Kind::constant, value}, 1, 1}; };
  const Network network = network_of({2, 4, 4}, {{"conv", Conv{3, 3, 1, 0, constant(1), constant(2)}},
                                                 {"subsample", Subsample{2, constant(3), constant(4)}},
                                                 {"dense", Dense{2, constant(5), constant(6)}},
                                                 {"loss", SoftmaxLoss{}}});
  std::vector<float> expected;
  const auto append = [&](int count, float value) {
    expected.insert(expected.end(), static_cast<std::size_t>(count), value);
  };
  append(3 * 2 * 9, 1);
  append(3, 2);
  append(3, 3);
  append(3, 4);
  append(2 * 3, 5);
  append(2, 6);
  EXPECT_EQ(initial_weights(network, 1), expected);
}

Network drawn() {
  const Blob gaussian{{Filler::Kind::gaussian, 1}, 1, 1};
  return network_of(image, {{"first", Conv{40, 3, 1, 0, gaussian, gaussian}},
                            {"second", Dense{20, gaussian, gaussian}},
                            {"loss", SoftmaxLoss{}}});
}

TEST(InitialWeights, SameSeedSameWeightsOtherSeedOthers) {
  EXPECT_EQ(initial_weights(drawn(), 7), initial_weights(drawn(), 7));
  const auto seven = initial_weights(drawn(), 7);
  const auto eight = initial_weights(drawn(), 8);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < seven.size(); ++i) equal += seven[i] == eight[i] ? 1 : 0;
  EXPECT_LT(equal, seven.size() / 1000);
}

TEST(InitialWeights, NoTwoBlobsShareTheirDraws) {
  // Two layers of 100 × 100 weights and 100 biases each.
  const Blob gaussian{{Filler::Kind::gaussian, 1}, 1, 1};
  const Network network = network_of(
      {100, 1, 1},
      {{"first", Dense{100, gaussian, gaussian}}, {"second", Dense{100, gaussian, gaussian}}, {"loss", SoftmaxLoss{}}});
  const auto weights = initial_weights(network, 7);
  const std::set<float> distinct(weights.begin(), weights.end());
  EXPECT_GT(distinct.size(), weights.size() * 99 / 100);
}

TEST(InitialWeights, DoNotDependOnTheKindsThatComeBefore) {
  // Value i of the model is draw i: a layer without parameters changes nothing.
  const Blob gaussian{{Filler::Kind::gaussian, 1}, 1, 1};
  const Network bare = network_of({8, 1, 1}, {{"dense", Dense{4, gaussian, {}}}, {"loss", SoftmaxLoss{}}});
  const Network padded = network_of(
      {8, 1, 1}, {{"relu", Relu{}}, {"dense", Dense{4, gaussian, {}}}, {"tanh", Tanh{}}, {"loss", SoftmaxLoss{}}});
  EXPECT_EQ(initial_weights(bare, 5), initial_weights(padded, 5));
}

}  // namespace
}  // namespace ringside
