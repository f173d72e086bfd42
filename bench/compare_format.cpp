// The words that all formats of a comparison share, and its JSON.
#include "bench/compare_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

std::string ratio_digits(double value) {
  return value >= 1e4 || (value < 1e-2 && value > 0) ? fmt::format("{:.3g}", value) : fmt::format("{:.3f}", value);
}

bool any(const CompareReport& report, Verdict verdict) {
  return std::ranges::any_of(report.comparisons, [&](const auto& made) { return made.verdict == verdict; });
}

nlohmann::ordered_json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

CompareFormat parse_compare_format(std::string_view name) {
  static constexpr std::array<std::string_view, 3> names{"text", "markdown", "json"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) fail_unknown("format of a comparison", name, names);
  return static_cast<CompareFormat>(found - names.begin());
}

std::string format_report(const CompareReport& report, CompareFormat format, const Unit* time_unit) {
  return format == CompareFormat::json       ? report_json(report)
         : format == CompareFormat::markdown ? report_markdown(report, time_unit)
                                             : report_text(report, time_unit);
}

std::string ratio_words(const Comparison& made) {
  if (!made.ratio) return made.reason;
  if (!made.low || !made.high) return ratio_digits(*made.ratio);
  return fmt::format("{} [{}, {}]", ratio_digits(*made.ratio), ratio_digits(*made.low), ratio_digits(*made.high));
}

std::string value_words(const std::optional<double>& value, const Metric& metric, const Unit* time_unit) {
  if (!value) return "none";
  const Unit& unit = find_unit(metric.unit);
  return time_unit && time_unit->dimension == unit.dimension ? quantity_words(*value, unit, *time_unit)
                                                             : quantity_words(*value, unit);
}

std::string verdict_words(const Comparison& made) {
  switch (made.verdict) {
    case Verdict::same:
      return "same";
    case Verdict::better:
    case Verdict::worse:
      return fmt::format("{}: over {:g} %", name_of(made.verdict), 100 * made.threshold);
    case Verdict::unclear:
      return "unclear: " + made.reason;
    case Verdict::changed:
      return made.reason.empty() ? "changed" : "changed: " + made.reason;
    case Verdict::none:
      break;
  }
  return "no ratio";
}

std::string conclusion(const CompareReport& report) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(report.comparisons, verdict, &Comparison::verdict);
  };
  std::vector<std::string> parts;
  const auto say = [&](std::int64_t n, std::string_view what) {
    if (n > 0) parts.push_back(fmt::format("{} {}", n, what));
  };
  say(count(Verdict::worse), "worse");
  say(count(Verdict::changed), "changed");
  say(std::ssize(report.missing), "missing");
  say(std::ssize(report.incomparable), "not comparable");
  say(count(Verdict::unclear), "unclear");
  say(count(Verdict::none), "without a ratio");
  say(count(Verdict::better), "better");
  say(std::ssize(report.added), "new");
  say(count(Verdict::same), "same");
  const int code = report.exit_code();
  const std::string_view word = !report.judges ? "Compared"
                                : code == 1    ? "Regression"
                                : code == 3    ? "Incomplete"
                                               : "No regression";
  return fmt::format("{}: {}.", word, fmt::join(parts, ", "));
}

std::vector<std::string> legend(const CompareReport& report) {
  std::vector<std::string> lines;
  const bool paired = std::ranges::any_of(report.comparisons, &Comparison::paired);
  lines.emplace_back(paired
                         ? "ratio = candidate / baseline: median over the rounds, which were measured in turns; in "
                           "brackets its 95 % interval, by bootstrap over rounds."
                         : "ratio = median of the candidate's rounds / median of the baseline's; in brackets its 95 % "
                           "interval, by bootstrap over rounds.");
  if (report.judges)
    lines.emplace_back(
        "worse, better: beyond the metric's threshold, and the interval excludes 1. Exact metrics may not "
        "change at all.");
  if (any(report, Verdict::unclear))
    lines.emplace_back(
        "unclear: beyond the threshold, but the machine varies as much; more rounds in turns would tell.");
  return lines;
}

bool worth_a_line(const Comparison& made) {
  return made.metric->variation == Variation::noisy || made.verdict != Verdict::same;
}

std::string rest_words(const CompareReport& report) {
  std::set<std::string> cells;
  std::int64_t count = 0;
  for (const Comparison& made : report.comparisons) {
    if (worth_a_line(made)) continue;
    ++count;
    cells.insert(made.cell);
  }
  if (count == 0) return "";
  return fmt::format("{} other {} of {} {} the same.", count, count == 1 ? "metric" : "metrics",
                     cells.size() == 1 ? "1 cell" : fmt::format("{} cells", cells.size()), count == 1 ? "is" : "are");
}

std::string report_json(const CompareReport& report) {
  using Json = nlohmann::ordered_json;
  Json comparisons = Json::array(), incomparable = Json::array();
  for (const Comparison& made : report.comparisons)
    comparisons.push_back({{"cell", made.cell},
                           {"metric", made.metric->name},
                           {"unit", made.metric->unit},
                           {"better", name_of(made.metric->better)},
                           {"variation", name_of(made.metric->variation)},
                           {"baseline", number(made.baseline)},
                           {"candidate", number(made.candidate)},
                           {"ratio", number(made.ratio)},
                           {"low", number(made.low)},
                           {"high", number(made.high)},
                           {"threshold", made.threshold},
                           {"paired", made.paired},
                           {"verdict", name_of(made.verdict)},
                           {"reason", made.reason.empty() ? Json(nullptr) : Json(made.reason)}});
  for (const Incomparable& one : report.incomparable)
    incomparable.push_back({{"cell", one.cell}, {"differences", one.differences}});
  const Json json = {{"baseline", report.baseline},
                     {"candidate", report.candidate},
                     {"exit_code", report.exit_code()},
                     {"conclusion", conclusion(report)},
                     {"comparisons", std::move(comparisons)},
                     {"missing", report.missing},
                     {"new", report.added},
                     {"incomparable", std::move(incomparable)},
                     {"notes", report.notes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ringside
