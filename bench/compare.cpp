// Joining records, and judging what is joined.
#include "bench/compare.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/compare_cells.h"
#include "core/base/error.h"

namespace ringside {
namespace {

std::vector<const Metric*> wanted_metrics(const CompareOptions& options) {
  if (!options.metrics.empty()) return options.metrics;
  std::vector<const Metric*> all;
  for (const Metric& metric : metrics())
    if (metric.by_default) all.push_back(&metric);
  return all;
}

double threshold_of(const Metric& metric, const CompareOptions& options) {
  const auto given = options.thresholds.find(std::string(metric.name));
  return given == options.thresholds.end() ? metric.default_threshold() : given->second;
}

// Of series that were not measured in turns: all but a tenth of the slower side's rounds are beyond the threshold over the
// other side's median. Rounds tell how a machine varies while it measures, not how it changes until it measures again, so
// their interval is too narrow; on a machine that varies much, only what stands apart from all of it is believed.
bool stand_apart(const Series& base, const Series& other, const Comparison& made) {
  const bool up = *made.ratio > 1;
  std::vector<double> ends;
  for (const auto& round : up ? other : base) ends.push_back(quantile(round, made.metric->quantile));
  const double end = quantile(ends, 0.1);
  return end > (1 + made.threshold) * (up ? *made.baseline : *made.candidate);
}

void judge(const CellPair& cells, const Series& base, const Series& other, Comparison& made) {
  const Metric& metric = *made.metric;
  made.verdict = (*made.ratio > 1) == (metric.better == Better::lower) ? Verdict::worse : Verdict::better;
  const auto unclear = [&](std::string reason) {
    made.verdict = Verdict::unclear;
    made.reason = std::move(reason);
  };
  const auto busy = [](const std::vector<ComparedRecord>& records) {
    return std::ranges::any_of(records, &ComparedRecord::busy);
  };
  if (std::abs(*made.ratio - 1) <= made.threshold) {
    made.verdict = Verdict::same;
  } else if (made.low && *made.low <= 1 && *made.high >= 1) {
    unclear("too noisy to tell");
  } else if (metric.variation == Variation::noisy && !made.paired) {
    if (busy(cells.baseline) || busy(cells.candidate))
      unclear("not measured in turns, and other programs were busy");
    else if (!stand_apart(base, other, made))
      unclear("not measured in turns, and rounds overlap");
  }
}

// Records hold times to the nanosecond: a last digit that fell to the other side is no change.
bool equal(double a, double b, const Metric& metric) {
  const double slack = find_unit(metric.unit).dimension == Dimension::time ? 1.5e-9 : 0;
  return std::abs(a - b) <= slack;
}

bool all_equal(const Rounds& rounds, const Metric& metric) {
  return std::ranges::all_of(rounds, [&](const auto& round) { return equal(round[0], rounds[0][0], metric); });
}

Comparison compare_metric(const CellPair& cells, const Metric& metric, double threshold) {
  const Pairing pairing = metric.variation == Variation::noisy ? cells.pairing : Pairing::none;
  const Series base = series_of(cells.baseline, metric.name, pairing),
               other = series_of(cells.candidate, metric.name, pairing);
  Comparison made;
  made.cell = cells.candidate.front().name;
  made.metric = &metric;
  made.threshold = threshold;
  made.baseline = median_of_rounds(base, metric.quantile);
  made.candidate = median_of_rounds(other, metric.quantile);
  made.paired = pairing != Pairing::none;
  if (const auto ratio = ratio_of_rounds(other, base, metric.quantile, made.paired)) {
    made.ratio = ratio->value;
    if (metric.variation == Variation::noisy) {
      made.low = ratio->low;
      made.high = ratio->high;
    }
  }
  if (metric.variation == Variation::exact && threshold == 0) {
    const bool steady = all_equal(base, metric) && all_equal(other, metric);
    if (!steady) made.reason = "not the same in every run";
    made.verdict = steady && equal(*made.baseline, *made.candidate, metric) ? Verdict::same : Verdict::changed;
  } else if (made.ratio) {
    judge(cells, base, other, made);
  } else if (*made.baseline == *made.candidate && metric.variation != Variation::noisy) {
    made.verdict = Verdict::same;  // 0 and 0
  } else {
    made.reason = find_unit(metric.unit).dimension == Dimension::time ? "zero_time" : "baseline is zero";
  }
  return made;
}

void compare_pair(const CellPair& cells, const CompareOptions& options, CompareReport& report) {
  for (const Metric* metric : wanted_metrics(options)) {
    const auto in_baseline = cells.baseline.front().metrics.contains(metric->name),
               in_candidate = cells.candidate.front().metrics.contains(metric->name);
    if (in_baseline && in_candidate)
      report.comparisons.push_back(compare_metric(cells, *metric, threshold_of(*metric, options)));
    else if (in_baseline)
      report.missing.push_back(fmt::format("{} of {}", metric->name, cells.candidate.front().name));
    else if (in_candidate)
      report.added.push_back(fmt::format("{} of {}", metric->name, cells.candidate.front().name));
  }
}

std::string words_of(const std::string& file, const std::vector<ComparedRecord>& records) {
  std::set<std::string> commits;
  for (const ComparedRecord& record : records) commits.insert(record.commit);
  return fmt::format("{} ({} records, commit {})", file, records.size(), fmt::join(commits, ", "));
}

// Times that were not measured in turns may have moved with the machine.
void note_of_drift(const std::vector<CellPair>& pairs, CompareReport& report) {
  const bool apart = std::ranges::any_of(pairs, [](const CellPair& cells) {
    return cells.pairing == Pairing::none && !cells.candidate.front().simulated;
  });
  if (!apart) return;
  report.notes.emplace_back(
      "Not measured in turns: a machine that has become slower looks like slower code. bench/ci/ab.sh takes turns.");
  std::vector<double> moved;
  for (const Comparison& made : report.comparisons)
    if (made.metric->name == "step_p10_s" && made.ratio) moved.push_back(*made.ratio);
  const auto [least, most] = std::ranges::minmax_element(moved);
  if (moved.size() >= 3 && (*least > 1 || *most < 1))
    report.notes.push_back(
        fmt::format("All {} cells moved the same way, by {:+.1f} % to {:+.1f} %: that may be drift of the machine.",
                    moved.size(), 100 * (*least - 1), 100 * (*most - 1)));
}

std::vector<ComparedRecord> read_all(const std::vector<PlacedRecord>& records, const CompareOptions& options) {
  std::vector<ComparedRecord> all;
  for (const PlacedRecord& placed : records) all.push_back(read_compared(placed, wanted_metrics(options)));
  return all;
}

}  // namespace

int CompareReport::exit_code() const {
  const bool worse = std::ranges::any_of(comparisons, [&](const Comparison& made) {
    return made.verdict == Verdict::worse || (made.verdict == Verdict::changed && !allowed.contains("exact"));
  });
  if (worse && judges) return 1;
  return (!missing.empty() && !allowed.contains("missing")) || !incomparable.empty() ? 3 : 0;
}

CompareReport compare(const std::vector<PlacedRecord>& baseline, const std::vector<PlacedRecord>& candidate,
                      const std::pair<std::string, std::string>& what, const CompareOptions& options) {
  const std::vector<ComparedRecord> before = read_all(baseline, options), after = read_all(candidate, options);
  CompareReport report;
  report.allowed = options.allowed;
  report.baseline = words_of(what.first, before);
  report.candidate = words_of(what.second, after);
  const Join joined = join(before, after, options.allowed);
  report.missing = joined.missing;
  report.added = joined.added;
  report.incomparable = joined.incomparable;
  report.notes = joined.notes;
  for (const CellPair& cells : joined.pairs) compare_pair(cells, options, report);
  if (joined.pairs.empty() && joined.incomparable.empty())
    throw Error(
        ErrorKind::not_comparable,
        fmt::format("{} and {} have no cell in common: there is nothing to compare. The first has {}; the second {}",
                    what.first, what.second, fmt::join(joined.missing, "; "), fmt::join(joined.added, "; ")));
  note_of_drift(joined.pairs, report);
  return report;
}

CompareReport compare_strategies(const std::vector<PlacedRecord>& records, const std::string& what,
                                 const CompareOptions& options) {
  const std::vector<ComparedRecord> all = read_all(records, options);
  CompareReport report;
  report.allowed = options.allowed;
  report.judges = false;
  report.baseline = fmt::format("{}: the first strategy of the menu that ran on so many devices", what);
  report.candidate = "every other one";
  const Join joined = join_strategies(all, options.allowed);
  report.incomparable = joined.incomparable;
  report.notes = joined.notes;
  for (const CellPair& cells : joined.pairs) {
    const std::size_t first = report.comparisons.size();
    compare_pair(cells, options, report);
    for (std::size_t i = first; i < report.comparisons.size(); ++i)
      report.comparisons[i].cell += " against " + cells.baseline.front().strategy;
  }
  report.missing.clear();  // a metric that one strategy has and another has not is none that was lost
  report.added.clear();
  if (joined.pairs.empty() && joined.incomparable.empty())
    throw Error(ErrorKind::not_comparable,
                fmt::format("{}: no two strategies ran on the same number of devices with all else equal", what));
  note_of_drift(joined.pairs, report);
  return report;
}

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"same", "better", "worse", "unclear", "changed", "none"};
  return names[static_cast<std::size_t>(verdict)];
}

}  // namespace ringside
