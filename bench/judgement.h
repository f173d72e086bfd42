// One metric of two sides, judged.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "bench/metric.h"

namespace ringside {

enum class Verdict {
  same,     // within the threshold
  better,   // beyond it, and the interval agrees
  worse,    // likewise
  unclear,  // beyond it, but the interval holds 1, or the sides were not measured in turns and do not stand apart
  changed,  // an exact metric is not what it was
  none      // there is no ratio, see the reason
};

std::string_view name_of(Verdict verdict);

struct Judgement {
  std::optional<double> baseline, candidate;  // medians of the rounds, in the metric's unit
  std::optional<double> ratio, low, high;     // candidate / baseline, 95 % interval; of noisy metrics
  double threshold = 0;
  bool paired = false;
  Verdict verdict = Verdict::none;
  std::string reason;  // of unclear, changed and none: "zero_time", ...
};

struct JudgingOptions {
  double threshold = 0;  // relative; 0 of an exact metric: equal to the last digit that a record holds
  bool paired = false;   // the rounds were measured in turns, so their ratios count one by one
  bool busy = false;     // other programs kept the machine busy: without turns, nothing can be told
};

// Requires: both sides have values.
Judgement judge(const Metric& metric, const Rounds& baseline, const Rounds& candidate, const JudgingOptions& options);

}  // namespace ringside
