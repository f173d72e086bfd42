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

Comparison compare_metric(const CellPair& cells, const Metric& metric, double threshold) {
  const Pairing pairing = metric.variation == Variation::noisy ? cells.pairing : Pairing::none;
  const auto busy = [](const std::vector<ComparedRecord>& records) {
    return std::ranges::any_of(records, &ComparedRecord::busy);
  };
  return {
      judge(metric, series_of(cells.baseline, metric.name, pairing), series_of(cells.candidate, metric.name, pairing),
            {.threshold = threshold,
             .paired = pairing != Pairing::none,
             .busy = busy(cells.baseline) || busy(cells.candidate)}),
      cells.candidate.front().name, &metric};
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

}  // namespace ringside
