// Random numbers: the published vectors of Philox, and that the distributions are what they say.
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace ringside {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known answers of philox4x32-10, published with the Random123 library.
TEST(RandomWords, KnownAnswerOfZeros) {
  EXPECT_EQ(random_words({0, 0}, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(RandomWords, KnownAnswerOfOnes) {
  const std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(random_words({ones, ones}, ones), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(RandomWords, KnownAnswerOfPi) {
  // Counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0, words in order of rising weight.
  EXPECT_EQ(random_words({0x299f31d0a4093822, 0x0370734413198a2e}, 0x85a308d3243f6a88),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomUniform, StaysInsideAndIsUniform) {
  constexpr int draws = 100000;
  std::array<int, 10> tenths{};
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const float value = random_uniform({7, 3}, static_cast<std::uint64_t>(i));
    ASSERT_GE(value, 0.0F);
    ASSERT_LT(value, 1.0F);
    ++tenths[static_cast<std::size_t>(value * 10)];
    sum += value;
  }
  // Five standard deviations: of the mean sqrt(1/12 / draws) = 0.00091, of a tenth's count sqrt(draws · 0.09) = 95.
  EXPECT_NEAR(sum / draws, 0.5, 0.0046);
  for (const int count : tenths) EXPECT_NEAR(count, draws / 10.0, 475);
}

TEST(RandomNormal, HasTheMomentsAndTailsOfANormal) {
  constexpr int draws = 100000;
  double sum = 0;
  double squares = 0;
  double fourths = 0;
  int beyond_two = 0;
  for (int i = 0; i < draws; ++i) {
    const double value = random_normal({7, 4}, static_cast<std::uint64_t>(i));
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
    fourths += value * value * value * value;
    beyond_two += std::abs(value) > 2 ? 1 : 0;
  }
  // Five standard deviations each: 1, 2 and 96 are the variances of x, x² and x⁴; P(|x| > 2) is 0.0455.
  EXPECT_NEAR(sum / draws, 0, 5 * std::sqrt(1.0 / draws));
  EXPECT_NEAR(squares / draws, 1, 5 * std::sqrt(2.0 / draws));
  EXPECT_NEAR(fourths / draws, 3, 5 * std::sqrt(96.0 / draws));
  EXPECT_NEAR(beyond_two, 4550, 5 * std::sqrt(4550.0));
}

TEST(RandomNormal, IsFiniteWhereTheGeneratorGivesZeros) {
  // The counter whose words are all zero, found by running the rounds backwards: the radius must not be log(0).
  const RandomKey key{0, 0xd9f19ce4d942a9da};
  const std::uint64_t counter = 0x58dd724a86d9ccce;
  ASSERT_EQ(random_words(key, counter), (Words{0, 0, 0, 0}));
  EXPECT_NEAR(random_normal(key, counter), std::sqrt(-2 * std::log(0x1p-32)), 1e-5);  // 6.66, and the angle is 0
}

TEST(Random, IsAFunctionOfSeedStreamAndCounter) {
  EXPECT_EQ(random_uniform({1, 2}, 3), random_uniform({1, 2}, 3));
  EXPECT_NE(random_uniform({1, 2}, 3), random_uniform({2, 2}, 3));
  EXPECT_NE(random_uniform({1, 2}, 3), random_uniform({1, 3}, 3));
  EXPECT_NE(random_uniform({1, 2}, 3), random_uniform({1, 2}, 4));
}

TEST(RandomPermutation, HoldsEveryNumberOnce) {
  for (const int count : {0, 1, 2, 3, 1000}) {
    auto order = random_permutation({5, 6}, count);
    std::sort(order.begin(), order.end());
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(order, all);
  }
}

TEST(RandomPermutation, EveryOrderIsEquallyLikely) {
  constexpr int draws = 60000;
  std::array<int, 6> seen{};
  for (int i = 0; i < draws; ++i) {
    const auto order = random_permutation({static_cast<std::uint64_t>(i), 0}, 3);
    const int which = order[0] * 2 + (order[1] > order[2] ? 1 : 0);
    ++seen[static_cast<std::size_t>(which)];
  }
  // Five standard deviations of a count: 5 · sqrt(draws · 1/6 · 5/6) = 456.
  for (const int count : seen) EXPECT_NEAR(count, draws / 6.0, 456);
}

}  // namespace
}  // namespace ringside
