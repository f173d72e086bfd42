// Statistics of step times: see the header.
#include "bench/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
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

  std::vector<double> ratios;
  std::uint64_t draw = 0;
  for (int i = 0; i < resamples; ++i) {
    for (std::size_t& round : chosen) round = random_words(resampling, draw++)[0] % rounds;
    const double drawn = pooled_ratio(numerator, denominator, chosen);
    if (std::isfinite(drawn)) ratios.push_back(drawn);  // a round may be empty: an interrupted run's
  }
  std::sort(ratios.begin(), ratios.end());
  if (ratios.empty()) return ratio;
  ratio.low = sorted_quantile(ratios, 0.025);
  ratio.high = sorted_quantile(ratios, 0.975);
  return ratio;
}

}  // namespace ringside
