// What must hold of every statistic, whatever the series: rising, falling, constant, single, empty, zigzag and random.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "bench/statistics.h"

namespace ringside {
namespace {

using Series = std::vector<double>;

std::vector<Series> many_series() {
  const unsigned seed = std::random_device()();
  fmt::print("seed {}\n", seed);
  std::mt19937_64 random(seed);
  std::vector<Series> all{{1},   {0}, {0, 0, 0}, {7, 7, 7, 7}, {1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, {1, 9, 2, 8, 3, 7},
                          {2, 1}};
  std::lognormal_distribution<double> value(-4, 1);
  for (int i = 0; i < 40; ++i) {
    Series& series = all.emplace_back(1 + random() % 50);
    std::ranges::generate(series, [&] { return value(random); });
  }
  return all;
}

Series scaled(Series series, double factor) {
  for (double& value : series) value *= factor;
  return series;
}

Rounds in_rounds(const Series& series) {
  Rounds rounds;
  for (const double value : series) rounds.push_back({value});
  return rounds;
}

TEST(EveryStatistic, LiesBetweenTheSmallestAndTheLargestAndInOrder) {
  for (const Series& series : many_series()) {
    const auto [least, most] = std::ranges::minmax(series);
    const Statistics all = *statistics(series);
    const double slack = 1e-12 * most;  // the mean's rounding
    EXPECT_EQ(all.best, least);
    EXPECT_LE(all.best, all.p10);
    EXPECT_LE(all.p10, all.median);
    EXPECT_LE(all.median, all.p95);
    EXPECT_LE(all.p95, most);
    EXPECT_GE(all.mean, least - slack);
    EXPECT_LE(all.mean, most + slack);
    EXPECT_GE(all.spread, 0);
    EXPECT_EQ(all.count, std::ssize(series));
  }
}

TEST(EveryStatistic, DoesNotDependOnTheOrder) {
  std::mt19937_64 random(3);
  for (Series series : many_series()) {
    const Statistics before = *statistics(series);
    std::ranges::shuffle(series, random);
    const Statistics after = *statistics(series);
    EXPECT_EQ(before.median, after.median);
    EXPECT_EQ(before.p10, after.p10);
    EXPECT_EQ(before.p95, after.p95);
    EXPECT_NEAR(before.mean, after.mean, 1e-12 * before.p95);
  }
}

// In milliseconds as in seconds: by a power of two, so that nothing is rounded.
TEST(EveryStatistic, ScalesWithItsUnit) {
  for (const Series& series : many_series()) {
    const Statistics one = *statistics(series), other = *statistics(scaled(series, 1024));
    EXPECT_EQ(1024 * one.median, other.median);
    EXPECT_EQ(1024 * one.p10, other.p10);
    EXPECT_EQ(1024 * one.p95, other.p95);
    EXPECT_DOUBLE_EQ(one.spread, other.spread);
  }
}

TEST(EveryStatistic, IsConstantForAConstant) {
  for (const double value : {0.0, 1e-9, 0.0125, 3600.0})
    for (const std::size_t count : {1U, 2U, 7U}) {
      const Statistics all = *statistics(Series(count, value));
      for (const double statistic : {all.median, all.p10, all.p95, all.best}) EXPECT_EQ(statistic, value);
      EXPECT_DOUBLE_EQ(all.mean, value);
      EXPECT_EQ(all.spread, 0);
      EXPECT_FALSE(drift(in_rounds(Series(count, value))).value_or(0) != 0);
    }
}

TEST(EveryStatistic, IsNoneOfNothing) {
  EXPECT_FALSE(statistics({}));
  EXPECT_FALSE(drift({}));
  EXPECT_FALSE(drift({{}, {}}));
  EXPECT_FALSE(drift({{1, 2, 3}}));  // one round moves nowhere
  EXPECT_FALSE(drift({{0}, {0}}));
  EXPECT_FALSE(median_of_rounds({}, 0.5));
  EXPECT_FALSE(median_of_rounds({{}}, 0.5));
  for (const bool paired : {false, true}) {
    EXPECT_FALSE(ratio_of_rounds({}, {}, 0.5, paired));
    EXPECT_FALSE(ratio_of_rounds({{1}}, {}, 0.5, paired));
    EXPECT_FALSE(ratio_of_rounds({{}}, {{1}}, 0.5, paired));
    EXPECT_FALSE(ratio_of_rounds({{1}}, {{0}}, 0.5, paired));
  }
}

TEST(Quantiles, RiseWithTheirShare) {
  for (const Series& series : many_series())
    for (double q = 0; q < 0.95; q += 0.1) EXPECT_LE(quantile(series, q), quantile(series, q + 0.05));
}

TEST(RatiosOfRounds, AreOneOfAnythingOverItself) {
  for (const Series& series : many_series()) {
    const Rounds rounds = in_rounds(series);
    for (const bool paired : {false, true}) {
      const auto ratio = ratio_of_rounds(rounds, rounds, 0.5, paired);
      if (!ratio) {  // of zeros
        EXPECT_EQ(quantile(series, 0.5), 0);
        continue;
      }
      EXPECT_EQ(ratio->value, 1);
      EXPECT_EQ(ratio->low.has_value(), series.size() >= 2);
      if (!ratio->low) continue;
      EXPECT_LE(*ratio->low, 1);
      EXPECT_GE(*ratio->high, 1);
    }
    EXPECT_EQ(ratio_of_medians(rounds, rounds).value_or(Ratio{.value = 1, .low = {}, .high = {}}).value, 1);
  }
}

TEST(RatiosOfRounds, HoldTheirIntervalAroundThemAndAreFinite) {
  const auto all = many_series();
  for (std::size_t i = 1; i < all.size(); ++i)
    for (const bool paired : {false, true}) {
      const auto ratio = ratio_of_rounds(in_rounds(all[i]), in_rounds(all[i - 1]), 0.1, paired);
      if (!ratio) continue;
      EXPECT_TRUE(std::isfinite(ratio->value));
      if (!ratio->low) continue;
      EXPECT_LE(*ratio->low, *ratio->high);
      EXPECT_TRUE(std::isfinite(*ratio->low) && std::isfinite(*ratio->high));
    }
}

// Each of 9 rounds slowed down by another factor: paired they agree, unpaired they scatter.
TEST(RatiosOfRounds, CancelWhatARoundSharesOnlyWhenPaired) {
  Rounds below, above;
  for (const double slow : {1.0, 3.0, 2.0, 5.0, 1.5, 4.0, 2.5, 1.2, 3.3}) {
    below.push_back({slow, 1.1 * slow, 1.2 * slow});
    above.push_back({1.08 * slow, 1.188 * slow, 1.296 * slow});
  }
  const Ratio paired = *ratio_of_rounds(above, below, 0.1, true), unpaired = *ratio_of_rounds(above, below, 0.1, false);
  EXPECT_NEAR(paired.value, 1.08, 1e-12);
  EXPECT_NEAR(*paired.high - *paired.low, 0, 1e-12);
  EXPECT_GT(*unpaired.high - *unpaired.low, 0.5);
}

TEST(RatiosOfRounds, LeaveOutRoundsThatOneSideLacks) {
  EXPECT_EQ(ratio_of_rounds({{2}, {}, {6}}, {{1}, {1}, {2}}, 0.5, true)->value, 2.5);  // of 2 and 3
}

TEST(Drift, IsTheWayFromFirstToLast) {
  EXPECT_DOUBLE_EQ(*drift({{1}, {2}, {3}}), 1);           // 2 over a median of 2
  EXPECT_DOUBLE_EQ(*drift({{3}, {2}, {1}}), -1);          // and back
  EXPECT_DOUBLE_EQ(*drift({{4, 5, 6}, {6}}), 1.0 / 5.5);  // of the rounds' medians
}

// One disturbed round of seven moves nothing.
TEST(Drift, IsNotFooledByOneRound) {
  EXPECT_EQ(*drift({{1}, {1}, {1}, {9}, {1}, {1}, {1}}), 0);
  EXPECT_EQ(*drift({{1}, {1}, {1}, {1}, {1}, {1}, {9}}), 0);
}

}  // namespace
}  // namespace ringside
