// Statistics worked out by hand, and a bootstrap that is a function of its data.
#include "bench/statistics.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

TEST(Quantile, InterpolatesBetweenNeighbours) {
  const std::vector<double> series{40, 10, 30, 20};  // 0 at 10, 1/3 at 20, 2/3 at 30, 1 at 40
  EXPECT_DOUBLE_EQ(quantile(series, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(series, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(series, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(series, 0.1), 13);  // 0.3 of the way from 10 to 20
}

TEST(Statistics, OfASeriesOutOfOrder) {
  const auto all = statistics(std::vector<double>{3, 1, 2, 5, 4});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->count, 5);
  EXPECT_DOUBLE_EQ(all->median, 3);
  EXPECT_DOUBLE_EQ(all->mean, 3);
  EXPECT_DOUBLE_EQ(all->best, 1);
  EXPECT_DOUBLE_EQ(all->p10, 1.4);
  EXPECT_DOUBLE_EQ(all->p95, 4.8);
  EXPECT_DOUBLE_EQ(all->spread, (4.8 - 1.4) / 3);
}

TEST(Statistics, OfOneValueOfConstantsAndOfNothing) {
  const auto one = statistics(std::vector<double>{7});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->median, 7);
  EXPECT_EQ(one->p95, 7);
  EXPECT_EQ(one->spread, 0);
  EXPECT_EQ(statistics(std::vector<double>{2, 2, 2})->spread, 0);
  EXPECT_EQ(statistics(std::vector<double>{0, 0})->spread, 0);  // not 0 / 0
  EXPECT_FALSE(statistics({}));
}

TEST(RatioOfMedians, IsTheRatioOfAllStepsTogether) {
  const auto ratio = ratio_of_medians({{4, 6}, {5, 5}}, {{2, 2}, {3, 3}});
  ASSERT_TRUE(ratio);
  EXPECT_DOUBLE_EQ(ratio->value, 5 / 2.5);
  ASSERT_TRUE(ratio->low && ratio->high);
  EXPECT_LE(*ratio->low, ratio->value);
  EXPECT_GE(*ratio->high, ratio->value);
}

TEST(RatioOfMedians, IsTheSameWhenItIsComputedAgain) {
  const Rounds above{{1.1, 1.2}, {1.4, 1.3}, {1.0, 1.6}}, below{{0.6, 0.5}, {0.9, 0.7}, {0.5, 0.55}};
  const auto once = ratio_of_medians(above, below), again = ratio_of_medians(above, below);
  EXPECT_EQ(once->low, again->low);
  EXPECT_EQ(once->high, again->high);
  EXPECT_LT(*once->low, *once->high);
}

// Both slow down together, fourfold: the ratio of every round is 2, and so is every drawn one.
TEST(RatioOfMedians, LetsDriftThatBothShareCancel) {
  Rounds above, below;
  for (const double slow : {1.0, 2.0, 3.0, 4.0}) {
    above.push_back({2 * slow, 2 * slow});
    below.push_back({slow, slow});
  }
  const auto ratio = ratio_of_medians(above, below);
  EXPECT_DOUBLE_EQ(*ratio->low, 2);
  EXPECT_DOUBLE_EQ(*ratio->high, 2);
}

TEST(RatioOfMedians, HoldsTheTruthInNineteenOfTwentyTries) {
  // Medians 1 and 1, rounds that scatter by up to 20 % in a fixed pattern: the interval must hold 1 almost always.
  int held = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    Rounds above(10), below(10);
    for (std::size_t round = 0; round < 10; ++round)
      for (std::size_t step = 0; step < 9; ++step) {
        const auto noise = [&](std::size_t which) {
          const std::size_t mixed =
              (which * 7919 + static_cast<std::size_t>(attempt) * 104729 + round * 1299709 + step * 15485863);
          return 1 + 0.2 * (static_cast<double>(mixed * 2654435761U % 1000) / 1000 - 0.5);
        };
        above[round].push_back(noise(1));
        below[round].push_back(noise(2));
      }
    const auto ratio = ratio_of_medians(above, below);
    held += *ratio->low <= 1 && *ratio->high >= 1;
  }
  EXPECT_GE(held, 36);
}

TEST(RatioOfMedians, KnowsWhenThereIsNone) {
  EXPECT_FALSE(ratio_of_medians({}, {}));
  EXPECT_FALSE(ratio_of_medians({{1}}, {{}}));
  EXPECT_FALSE(ratio_of_medians({{1}}, {{0}}));  // no time passed: no ratio, not infinity
  const auto one_round = ratio_of_medians({{1}}, {{2}});
  EXPECT_EQ(one_round->value, 0.5);
  EXPECT_FALSE(one_round->low || one_round->high);
}

TEST(RatioOfMedians, LeavesOutRoundsThatOnlyOneHas) {
  EXPECT_EQ(ratio_of_medians({{1}, {100}}, {{2}})->value, 0.5);
}

}  // namespace
}  // namespace ringside
