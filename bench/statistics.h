// What is said of a series of step times: plain statistics, and the uncertainty of a ratio by the bootstrap.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ringside {

struct Statistics {
  std::int64_t count = 0;
  double median = 0, p10 = 0, p95 = 0, best = 0, mean = 0;
  double spread = 0;  // (p95 - p10) / median, 0 where the median is 0
};

// The value below which the share `q` of the series lies, with linear interpolation between neighbours: at q · (n - 1)
// of the sorted series. Requires: the series is not empty, 0 <= q <= 1.
double quantile(std::span<const double> series, double q);

// None for an empty series.
std::optional<Statistics> statistics(std::span<const double> series);

struct Ratio {
  double value = 0;
  std::optional<double> low, high;  // 2.5 and 97.5 % of the bootstrap; none with fewer than two rounds
};

using Rounds = std::vector<std::vector<double>>;  // the series of each repetition

// median of all of `numerator` / median of all of `denominator`; none if either is empty or the denominator's median is
// 0. Both were measured in the same rounds, one after the other, so a round is drawn for both at once: what slowed the
// machine down during a round cancels, and steps of one round are not mistaken for independent ones. Rounds that only
// one of them has are left out. The same input gives the same interval, on every machine.
std::optional<Ratio> ratio_of_medians(const Rounds& numerator, const Rounds& denominator);

}  // namespace ringside
