// Thresholds and baselines.
#include "bench/thresholds.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "bench/json_fields.h"
#include "bench/numbers.h"

namespace ringside {

double parse_percentage(std::string_view what, std::string_view text) {
  double value = -1;
  const bool ends_well = text.ends_with('%');
  const char* const end = text.data() + text.size() - (ends_well ? 1 : 0);
  const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  check(ends_well && error == std::errc() && stop == end && value >= 0,
        "{}: expected a percentage such as 5%, found \"{}\"", what, text);
  return value / 100;
}

void read_thresholds(std::string_view what, std::string_view text, std::map<std::string, double>& thresholds) {
  for (const std::string& item : parse_list(what, text)) {
    const std::size_t equals = item.find('=');
    if (equals != std::string::npos) {
      thresholds[std::string(find_metric(item.substr(0, equals)).name)] =
          parse_percentage(what, std::string_view(item).substr(equals + 1));
      continue;
    }
    const double threshold = parse_percentage(what, item);
    for (const Metric& metric : metrics())
      if (metric.variation == Variation::noisy) thresholds[std::string(metric.name)] = threshold;
  }
}

void check_no_orphans(const CompareReport& report, std::string_view suite,
                      const std::map<std::string, double>& thresholds) {
  std::vector<std::string> orphans;
  for (const auto& [name, threshold] : thresholds)
    if (std::ranges::none_of(report.comparisons, [&](const Comparison& made) { return made.metric->name == name; }))
      orphans.push_back(name);
  if (!orphans.empty())
    throw Error(ErrorKind::not_comparable,
                fmt::format("experiment {} has thresholds for metrics that no compared record has: {}; run what gives "
                            "them, or take the thresholds out",
                            suite, fmt::join(orphans, ", ")));
}

std::string baseline_file(const std::string& path, const std::vector<PlacedRecord>& candidate) {
  if (!std::filesystem::is_directory(path)) return path;
  JsonFields record(candidate.front().record, candidate.front().place);
  const std::string name = JsonFields(record.at("context"), record.place("context")).get<std::string>("machine_class");
  const std::filesystem::path file = std::filesystem::path(path) / (name + ".jsonl");
  if (!std::filesystem::exists(file))
    throw Error(ErrorKind::not_comparable,
                fmt::format("{}: no baseline of this class of machine; copy a file of records there to make it one",
                            file.string()));
  return file.string();
}

}  // namespace ringside
