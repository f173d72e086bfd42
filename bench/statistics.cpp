// Statistics of step times: see the header.
#include "bench/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "core/base/random.h"

namespace ringside {
namespace {

constexpr int resamples = 2000;
constexpr RandomKey resampling{.seed = 2014, .stream = 95};  // fixed: an interval is a function of its data

double sorted_quantile(std::span<const double> sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// As quantile(…, 0.5), by selection: the bootstrap takes thousands of medians.
double median_of(std::vector<double>& series) {
  const auto middle = series.begin() + static_cast<std::ptrdiff_t>(series.size() / 2);
  std::nth_element(series.begin(), middle, series.end());
  if (series.size() % 2 == 1) return *middle;
  return (*std::max_element(series.begin(), middle) + *middle) / 2;
}

// The medians' ratio over the chosen rounds; NaN where there is none.
double pooled_ratio(const Rounds& numerator, const Rounds& denominator, std::span<const std::size_t> chosen) {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> above, below;
  for (const std::size_t round : chosen) {
    above.insert(above.end(), numerator[round].begin(), numerator[round].end());
    below.insert(below.end(), denominator[round].begin(), denominator[round].end());
  }
  if (above.empty() || below.empty()) return none;
  const double divisor = median_of(below);
  return divisor > 0 ? median_of(above) / divisor : none;
}

// Resamples and sorts what `ratio_of_drawn` makes of so many draws of rounds.
void bootstrap(Ratio& ratio, const std::function<double(std::uint64_t& draw)>& ratio_of_drawn) {
  std::vector<double> ratios;
  std::uint64_t draw = 0;
  for (int i = 0; i < resamples; ++i)
    if (const double drawn = ratio_of_drawn(draw); std::isfinite(drawn)) ratios.push_back(drawn);
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  ratio.low = sorted_quantile(ratios, 0.025);
  ratio.high = sorted_quantile(ratios, 0.975);
}

std::size_t drawn_place(std::uint64_t& draw, std::size_t count) {
  return random_words(resampling, draw++)[0] % count;
}

double drawn_median(std::span<const double> values, std::uint64_t& draw) {
  std::vector<double> drawn(values.size());
  for (double& value : drawn) value = values[drawn_place(draw, values.size())];
  return median_of(drawn);
}

// Of the rounds that have values.
std::vector<double> quantiles(const Rounds& rounds, double q) {
  std::vector<double> all;
  for (const auto& round : rounds)
    if (!round.empty()) all.push_back(quantile(round, q));
  return all;
}

}  // namespace

double quantile(std::span<const double> series, double q) {
  assert(!series.empty() && q >= 0 && q <= 1);
  std::vector<double> sorted(series.begin(), series.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted_quantile(sorted, q);
}

std::optional<Statistics> statistics(std::span<const double> series) {
  if (series.empty()) return std::nullopt;
  std::vector<double> sorted(series.begin(), series.end());
  std::sort(sorted.begin(), sorted.end());
  Statistics all;
  all.count = static_cast<std::int64_t>(sorted.size());
  all.median = sorted_quantile(sorted, 0.5);
  all.p10 = sorted_quantile(sorted, 0.1);
  all.p95 = sorted_quantile(sorted, 0.95);
  all.best = sorted.front();
  all.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  all.spread = all.median > 0 ? (all.p95 - all.p10) / all.median : 0;
  return all;
}

std::optional<Ratio> ratio_of_medians(const Rounds& numerator, const Rounds& denominator) {
  const std::size_t rounds = std::min(numerator.size(), denominator.size());
  std::vector<std::size_t> chosen(rounds);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  Ratio ratio;
  ratio.value = pooled_ratio(numerator, denominator, chosen);
  if (!std::isfinite(ratio.value)) return std::nullopt;
  if (rounds < 2) return ratio;

  bootstrap(ratio, [&](std::uint64_t& draw) {
    for (std::size_t& round : chosen) round = drawn_place(draw, rounds);
    return pooled_ratio(numerator, denominator, chosen);  // a round may be empty: an interrupted run's
  });
  return ratio;
}

std::optional<Ratio> ratio_of_rounds(const Rounds& numerator, const Rounds& denominator, double q, bool paired) {
  if (!paired) {
    const std::vector<double> above = quantiles(numerator, q), below = quantiles(denominator, q);
    const std::optional<double> top = median_of_rounds(numerator, q), divisor = median_of_rounds(denominator, q);
    if (!top || !divisor || *divisor <= 0) return std::nullopt;
    Ratio ratio{.value = *top / *divisor, .low = {}, .high = {}};
    if (above.size() >= 2 && below.size() >= 2)
      bootstrap(ratio, [&](std::uint64_t& draw) {
        const double drawn = drawn_median(above, draw);
        return drawn / drawn_median(below, draw);
      });
    return ratio;
  }
  std::vector<double> ratios;
  for (std::size_t round = 0; round < std::min(numerator.size(), denominator.size()); ++round) {
    if (numerator[round].empty() || denominator[round].empty()) continue;
    const double divisor = quantile(denominator[round], q);
    if (divisor > 0) ratios.push_back(quantile(numerator[round], q) / divisor);
  }
  if (ratios.empty()) return std::nullopt;
  Ratio ratio{.value = quantile(ratios, 0.5), .low = {}, .high = {}};
  if (ratios.size() >= 2) bootstrap(ratio, [&](std::uint64_t& draw) { return drawn_median(ratios, draw); });
  return ratio;
}

std::optional<double> median_of_rounds(const Rounds& rounds, double q) {
  std::vector<double> all = quantiles(rounds, q);
  return all.empty() ? std::nullopt : std::optional(median_of(all));
}

std::optional<double> drift(const Rounds& rounds) {
  const std::vector<double> medians = quantiles(rounds, 0.5);
  if (medians.size() < 2) return std::nullopt;
  std::vector<double> slopes, values = medians;
  for (std::size_t late = 1; late < medians.size(); ++late)
    for (std::size_t early = 0; early < late; ++early)
      slopes.push_back((medians[late] - medians[early]) / static_cast<double>(late - early));
  const double middle = median_of(values);
  if (middle <= 0) return std::nullopt;
  return median_of(slopes) * static_cast<double>(medians.size() - 1) / middle;
}

}  // namespace ringside
