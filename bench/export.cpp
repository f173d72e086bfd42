// Other tools' formats.
#include "bench/export.h"

#include <algorithm>
#include <array>
#include <functional>

#include "bench/compared_record.h"
#include "bench/json_fields.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

// "lenet/ring_delayed/devices:2/strong/onednn": no spaces, for these tools filter by patterns.
std::string name_of(const ComparedRecord& record) {
  std::string where = record.simulated ? record.conditions.at("machine") : record.conditions.at("backend");
  where = where.substr(0, where.find(','));
  return fmt::format("{}/{}/devices:{}/{}/{}{}", record.network, record.strategy, record.devices,
                     record.conditions.at("scaling"), where, record.simulated ? "/simulated" : "");
}

const Rounds* find(const ComparedRecord& record, std::string_view metric) {
  const auto found = record.metrics.find(metric);
  return found == record.metrics.end() ? nullptr : &found->second;
}

// Steps of a simulation are all alike: one repetition.
Rounds steps_of(const ComparedRecord& record) {
  const Rounds* steps = find(record, record.simulated ? "simulated_step_s" : "step_median_s");
  return steps ? *steps : Rounds{};
}

Json google_benchmark(const std::vector<ComparedRecord>& records, const std::vector<PlacedRecord>& placed) {
  Json entries = Json::array();
  int family = 0;
  for (const ComparedRecord& record : records) {
    const Rounds rounds = steps_of(record);
    const Rounds* cpu = find(record, "cpu_s");
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const double step_s = quantile(rounds[i], 0.5);
      const double cpu_s = cpu && i < cpu->size() ? (*cpu)[i][0] : step_s;
      entries.push_back({{"name", name_of(record)},
                         {"family_index", family},
                         {"per_family_instance_index", 0},
                         {"run_name", name_of(record)},
                         {"run_type", "iteration"},
                         {"repetitions", rounds.size()},
                         {"repetition_index", i},
                         {"threads", record.devices},
                         {"iterations", rounds[i].size()},
                         {"real_time", step_s * 1e3},
                         {"cpu_time", cpu_s * 1e3},
                         {"time_unit", "ms"}});
    }
    ++family;
  }
  const nlohmann::json& context = placed.front().record.at("context");
  return {{"context",
           {{"date", records.front().finished_at},
            {"host_name", context.value("machine_class", "unknown")},
            {"executable", "ringside"},
            {"num_cpus", context.value("cores", 0)},
            {"mhz_per_cpu", 0},
            {"cpu_scaling_enabled", false},
            {"caches", Json::array()},
            {"load_avg", Json::array()},
            {"library_build_type", "release"}}},
          {"benchmarks", std::move(entries)}};
}

// A measure's slug has dashes.
std::string slug(std::string_view metric) {
  std::string name(metric);
  std::ranges::replace(name, '_', '-');
  return name;
}

Json bencher(const std::vector<ComparedRecord>& records) {
  Json all = Json::object();
  for (const ComparedRecord& record : records)
    for (const auto& [metric, rounds] : record.metrics) {
      const double q = find_metric(metric).quantile;
      Json value = {{"value", *median_of_rounds(rounds, q)}};
      std::vector<double> values;
      for (const auto& round : rounds) values.push_back(quantile(round, q));
      if (values.size() >= 2) {
        value["lower_value"] = quantile(values, 0.1);
        value["upper_value"] = quantile(values, 0.9);
      }
      all[name_of(record)][slug(metric)] = std::move(value);
    }
  return all;
}

Json github_action(const std::vector<ComparedRecord>& records) {
  Json all = Json::array();
  for (const ComparedRecord& record : records)
    for (const auto& [name, rounds] : record.metrics) {
      const Metric& metric = find_metric(name);
      if (metric.better != Better::lower) continue;
      std::vector<double> values;
      for (const auto& round : rounds) values.push_back(quantile(round, metric.quantile));
      Json entry = {{"name", fmt::format("{} {}", name_of(record), name)},
                    {"unit", metric.unit},
                    {"value", *median_of_rounds(rounds, metric.quantile)}};
      if (values.size() >= 2)
        entry["range"] = fmt::format("{:.6g} to {:.6g}", quantile(values, 0.1), quantile(values, 0.9));
      entry["extra"] = fmt::format("commit {}, {}", record.commit, record.finished_at);
      all.push_back(std::move(entry));
    }
  return all;
}

}  // namespace

ExportFormat parse_export_format(std::string_view name) {
  static constexpr std::array<std::string_view, 3> names{"google-benchmark", "bencher", "github-action"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) fail_unknown("format to export to", name, names);
  return static_cast<ExportFormat>(found - names.begin());
}

Json exported(const std::vector<PlacedRecord>& records, ExportFormat format, int& skipped) {
  std::vector<const Metric*> all;
  for (const Metric& metric : metrics()) all.push_back(&metric);
  std::vector<ComparedRecord> kept;
  skipped = 0;
  for (const PlacedRecord& placed : records) {
    ComparedRecord record = read_compared(placed, all);
    if (record.obstacle.empty())
      kept.push_back(std::move(record));
    else
      ++skipped;
  }
  if (kept.empty())
    throw Error(
        ErrorKind::not_comparable,
        fmt::format("the times of none of the {} records count: failed, wrong, or a slow build", records.size()));
  switch (format) {
    case ExportFormat::google_benchmark:
      return google_benchmark(kept, records);
    case ExportFormat::bencher:
      return bencher(kept);
    case ExportFormat::github_action:
      break;
  }
  return github_action(kept);
}

}  // namespace ringside
