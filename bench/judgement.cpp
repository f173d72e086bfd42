// Judges two series of times: the interval of their ratio against a threshold.
#include "bench/judgement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ringside {
namespace {

// Of fewer rounds in turns than that, all may lie on one side by chance more often than once in twenty times: 2 · (1/2)^n.
constexpr std::size_t telling_rounds = 6;

// Records hold times to the nanosecond: a last digit that fell to the other side is no change.
bool equal(double a, double b, const Metric& metric) {
  const double slack = find_unit(metric.unit).dimension == Dimension::time ? 1.5e-9 : 0;
  return std::abs(a - b) <= slack;
}

bool all_equal(const Rounds& rounds, const Metric& metric) {
  return std::ranges::all_of(rounds, [&](const auto& round) { return equal(round[0], rounds[0][0], metric); });
}

// Of series that were not measured in turns: all but a tenth of the slower side's rounds are beyond the threshold over the
// other side's median. Rounds tell how a machine varies while it measures, not how it changes until it measures again, so
// their interval is too narrow; on a machine that varies much, only what stands apart from all of it is believed.
bool stand_apart(const Metric& metric, const Rounds& baseline, const Rounds& candidate, const Judgement& made) {
  const bool up = *made.ratio > 1;
  std::vector<double> ends;
  for (const auto& round : up ? candidate : baseline) ends.push_back(quantile(round, metric.quantile));
  return quantile(ends, 0.1) > (1 + made.threshold) * (up ? *made.baseline : *made.candidate);
}

void judge_ratio(const Metric& metric, const Rounds& baseline, const Rounds& candidate, bool busy, Judgement& made) {
  made.verdict = (*made.ratio > 1) == (metric.better == Better::lower) ? Verdict::worse : Verdict::better;
  const auto unclear = [&](std::string reason) {
    made.verdict = Verdict::unclear;
    made.reason = std::move(reason);
  };
  if (std::abs(*made.ratio - 1) <= made.threshold) {
    made.verdict = Verdict::same;
  } else if (made.low && *made.low <= 1 && *made.high >= 1) {
    unclear("too noisy to tell");
  } else if (metric.variation == Variation::noisy &&
             (!made.paired || std::min(baseline.size(), candidate.size()) < telling_rounds)) {
    const std::string why = made.paired ? "too few rounds" : "not measured in turns";
    if (busy)
      unclear(why + ", and other programs were busy");
    else if (!stand_apart(metric, baseline, candidate, made))
      unclear(why + ", and rounds overlap");
  }
}

}  // namespace

Judgement judge(const Metric& metric, const Rounds& baseline, const Rounds& candidate, const JudgingOptions& options) {
  Judgement made;
  made.threshold = options.threshold;
  made.paired = options.paired;
  made.baseline = median_of_rounds(baseline, metric.quantile);
  made.candidate = median_of_rounds(candidate, metric.quantile);
  if (const auto ratio = ratio_of_rounds(candidate, baseline, metric.quantile, options.paired)) {
    made.ratio = ratio->value;
    if (metric.variation == Variation::noisy) {
      made.low = ratio->low;
      made.high = ratio->high;
    }
  }
  if (metric.variation == Variation::exact && options.threshold == 0) {
    const bool steady = all_equal(baseline, metric) && all_equal(candidate, metric);
    if (!steady) made.reason = "not the same in every run";
    made.verdict = steady && equal(*made.baseline, *made.candidate, metric) ? Verdict::same : Verdict::changed;
  } else if (made.ratio) {
    judge_ratio(metric, baseline, candidate, options.busy, made);
  } else if (made.baseline == made.candidate && metric.variation != Variation::noisy) {
    made.verdict = Verdict::same;  // 0 and 0
  } else {
    made.reason = find_unit(metric.unit).dimension == Dimension::time ? "zero_time" : "baseline is zero";
  }
  return made;
}

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"same", "better", "worse", "unclear", "changed", "none"};
  return names[static_cast<std::size_t>(verdict)];
}

}  // namespace ringside
