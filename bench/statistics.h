// What is said of a series of step times: plain statistics, and the uncertainty of a ratio by the bootstrap.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ringside {

using Rounds = std::vector<std::vector<double>>;  // the series of each repetition

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

// How far the rounds' medians moved from the first round to the last, relative to the median of them: the median of the slopes
// between any two rounds (Theil and Sen's), so that one disturbed round moves nothing. None with fewer than two rounds that
// have values, or where the median is 0.
std::optional<double> drift(const Rounds& rounds);

struct Ratio {
  double value = 0;
  std::optional<double> low, high;  // 2.5 and 97.5 % of the bootstrap; none with fewer than two rounds
};

// median of all of `numerator` / median of all of `denominator`; none if either is empty or the denominator's median is
// 0. Both were measured in the same rounds, one after the other, so a round is drawn for both at once: what slowed the
// machine down during a round cancels, and steps of one round are not mistaken for independent ones. Rounds that only
// one of them has are left out. The same input gives the same interval, on every machine.
std::optional<Ratio> ratio_of_medians(const Rounds& numerator, const Rounds& denominator);

// The median over the rounds of (`q` quantile of the numerator's round / that of the denominator's), the two having been
// measured one after the other: a disturbance that lasts longer than a round cancels, one that is shorter is outvoted. Or,
// `paired` being false, the ratio of the medians over the rounds, for series measured at different times: nothing cancels.
// The interval is the bootstrap's over rounds. None if a series is empty or the divisor 0. Paired rounds that only one of them
// has are left out; so are, everywhere, rounds without values.
std::optional<Ratio> ratio_of_rounds(const Rounds& numerator, const Rounds& denominator, double q, bool paired);

// The median over the rounds of their `q` quantiles; none where no round has values.
std::optional<double> median_of_rounds(const Rounds& rounds, double q);

}  // namespace ringside
