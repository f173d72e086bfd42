// Learning-rate policies against values worked out by hand.
#include "core/net/solver.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ringside {
namespace {

TEST(LearningRate, FixedStaysAsItIs) {
  const LearningRate rate{LearningRate::Policy::fixed, 0.01, 0.5, 2, 10, {1, 2}};
  EXPECT_EQ(learning_rate(rate, 0), 0.01);
  EXPECT_EQ(learning_rate(rate, 1000000), 0.01);
}

TEST(LearningRate, StepFallsEverySoManySteps) {
  const LearningRate rate{LearningRate::Policy::step, 0.5, 0.25, 0, 100, {}};
  EXPECT_EQ(learning_rate(rate, 0), 0.5);
  EXPECT_EQ(learning_rate(rate, 99), 0.5);
  EXPECT_EQ(learning_rate(rate, 100), 0.125);  // 0.5 · 1/4
  EXPECT_EQ(learning_rate(rate, 199), 0.125);
  EXPECT_EQ(learning_rate(rate, 250), 0.03125);  // 0.5 · 1/16
}

TEST(LearningRate, MultistepFallsAtGivenSteps) {
  // cifar10_full's: 0.001 to 60,000; 0.0001 to 65,000; 0.00001 to 70,000.
  const LearningRate rate{LearningRate::Policy::multistep, 0.001, 0.1, 0, 0, {60000, 65000}};
  EXPECT_DOUBLE_EQ(learning_rate(rate, 0), 0.001);
  EXPECT_DOUBLE_EQ(learning_rate(rate, 59999), 0.001);
  EXPECT_DOUBLE_EQ(learning_rate(rate, 60000), 0.0001);
  EXPECT_DOUBLE_EQ(learning_rate(rate, 64999), 0.0001);
  EXPECT_DOUBLE_EQ(learning_rate(rate, 65000), 0.00001);
  EXPECT_DOUBLE_EQ(learning_rate(rate, 69999), 0.00001);
}

TEST(LearningRate, InvFallsAsCaffesLenet) {
  const LearningRate rate{LearningRate::Policy::inv, 0.01, 0.0001, 0.75, 0, {}};
  EXPECT_EQ(learning_rate(rate, 0), 0.01);
  // (1 + 1)^-0.75 = 1 / 2^(3/4) = 1 / 1.681792830507429
  EXPECT_NEAR(learning_rate(rate, 10000), 0.01 / 1.681792830507429, 1e-17);
  // (1 + 0.5)^-0.75 = 1 / sqrt(1.5 · sqrt(1.5))
  EXPECT_NEAR(learning_rate(rate, 5000), 0.01 / std::sqrt(1.5 * std::sqrt(1.5)), 1e-17);
  // (1 + 15)^-0.75 = 1/8
  EXPECT_DOUBLE_EQ(learning_rate(rate, 150000), 0.00125);
}

TEST(LearningRate, NeverRisesWhereGammaFalls) {
  for (const auto policy : {LearningRate::Policy::step, LearningRate::Policy::multistep, LearningRate::Policy::inv}) {
    const LearningRate rate{policy, 0.01, 0.5, 0.75, 7, {3, 11, 12}};
    for (int step = 1; step < 50; ++step) EXPECT_LE(learning_rate(rate, step), learning_rate(rate, step - 1));
  }
}

}  // namespace
}  // namespace ringside
