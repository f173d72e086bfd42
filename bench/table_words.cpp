// Titles, facts, notes and numbers of a table.
#include "bench/table_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/cell.h"
#include "bench/cpu_time.h"
#include "bench/numbers.h"
#include "bench/units.h"

namespace ringside {

std::string table_title(const Table& table) {
  if (table.simulated)
    return fmt::format("{}, {} scaling (simulated: {})", table.network, table.scaling, table.machine);
  return fmt::format("{} on {}, {} scaling", table.network, table.dataset, table.scaling);
}

namespace {

// None if the table has no such column.
std::vector<std::string> time_to_accuracy_notes(const Table& table) {
  if (!table.accuracy) return {};
  return {fmt::format("{} = steps up to the first test that reaches it * median step time.",
                      time_to_accuracy_heading(table))};
}

std::string model_error_words(const Table& table) {
  if (!table.model_error_median) return "the model was never compared with this machine: its error is unknown";
  return fmt::format("model error on this machine: median {:.1f} %, worst {:.1f} %", 100 * *table.model_error_median,
                     100 * *table.model_error_worst);
}

}  // namespace

std::vector<std::string> table_facts(const Table& table) {
  const std::string batch = table.scaling == "weak" ? fmt::format("a batch of {} on every device", table.base_batch)
                                                    : fmt::format("a batch of {} for all devices", table.base_batch);
  if (table.simulated)
    return {
        fmt::format("{}: {}; {}", table.machine, table.machine_description, batch),
        fmt::format("{} of {} numbers of the machine unverified; {}; commit {}, {}", table.machine_unverified,
                    table.machine_numbers, model_error_words(table), table.commit, table.finished_at.substr(0, 10))};
  const std::string length = table.epochs ? fmt::format("{} epochs", *table.epochs)
                                          : fmt::format("{} steps", grouped(static_cast<double>(*table.steps)));
  std::vector<std::string> facts{
      table.origin, fmt::format("{}, {}, seed {}, {}", batch, length, table.seed, table.backend),
      fmt::format("{}, {} physical {}; commit {}, {}", table.cpu, table.physical_devices,
                  table.physical_devices == 1 ? "device" : "devices", table.commit, table.finished_at.substr(0, 10))};
  if (table.build_type != "Release") facts.push_back(fmt::format("A {} build: times mean little.", table.build_type));
  return facts;
}

std::vector<std::string> table_notes(const Table& table) {
  if (table.simulated) {
    std::vector<std::string> notes{
        "speed-up(N) = images/s on N devices / images/s of single on one; images/s = batch / step time.",
        "Nothing was trained: \u2713 the graph keeps its rules and moves what its formula says; \u2717 not, or it does "
        "not fit."};
    std::ranges::move(time_to_accuracy_notes(table), std::back_inserter(notes));
    if (table.replaced > 0)
      notes.push_back(fmt::format("{} older records of the same cells are not shown.", table.replaced));
    return notes;
  }
  std::vector<std::string> notes{
      "speed-up(N) = images/s on N devices / images/s of single on one; efficiency(N) = speed-up(N) / N;",
      "images/s = batch / median step time; in brackets the 95 % interval, by bootstrap over repetitions.",
      "\u2713 trained to the weights its meaning promises, checked in the same run; \u2717 not, or not to the end."};
  std::ranges::move(time_to_accuracy_notes(table), std::back_inserter(notes));
  if (std::ranges::any_of(table.devices, [&](int count) { return table.oversubscribed(count); }))
    notes.push_back(fmt::format("More than {} devices share the {} physical ones: oversubscribed, no speed-up.",
                                table.physical_devices, table.physical_devices));
  double busy_cores = 0;
  for (const auto& [key, cell] : table.cells) busy_cores = std::max(busy_cores, cell.other_programs_cores.value_or(0));
  if (busy_cores > acceptable_busy_cores)
    notes.push_back(
        fmt::format("Other programs kept up to {:.1f} cores busy meanwhile: times and speed-ups are not to be trusted.",
                    busy_cores));
  if (!table.real_data) notes.emplace_back("The data are synthetic: accuracy says nothing about the real data set.");
  if (std::ranges::find(table.strategies, bound_strategy) != table.strategies.end())
    notes.emplace_back("independent exchanges nothing: the bound; its accuracy is that of device 0 alone.");
  if (table.replaced > 0)
    notes.push_back(fmt::format("{} older records of the same cells are not shown.", table.replaced));
  return notes;
}

std::vector<std::string> published_notes(const Table& table) {
  std::vector<std::string> notes;
  for (const PublishedSpeedUp& value : table.published)
    notes.push_back(fmt::format("[{}] {:.2f} on {} devices: {}; {}; {}.", notes.size() + 1, value.speed_up,
                                value.devices, value.what, value.hardware, value.source));
  return notes;
}

std::string strategy_words(const std::string& strategy) {
  return strategy == bound_strategy ? "independent (bound)" : strategy;
}

std::string devices_words(int devices) {
  return fmt::format("{} {}", devices, devices == 1 ? "device" : "devices");
}

std::string speed_up_words(const TableCell& cell) {
  if (cell.status != "ok") {
    std::string words = cell.status;
    std::ranges::replace(words, '_', ' ');
    return words;
  }
  if (cell.strategy == baseline_strategy) return "1 (baseline)";
  if (!cell.speed_up) return cell.oversubscribed() ? "" : cell.speed_up_reason;
  if (!cell.low || !cell.high) return fmt::format("{:.2f}", *cell.speed_up);
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", *cell.speed_up, *cell.low, *cell.high);
}

std::string rate_words(const TableCell& cell) {
  if (!cell.img_per_s) return "";
  return *cell.img_per_s < 100 ? fmt::format("{:.1f}", *cell.img_per_s) : grouped(*cell.img_per_s);
}

std::string accuracy_words(const TableCell& cell) {
  return cell.test_accuracy ? fmt::format("{:.2f} %", 100 * *cell.test_accuracy) : "";
}

std::string efficiency_words(const TableCell& cell) {
  return cell.efficiency && cell.devices > 1 ? fmt::format("{:.0f} %", 100 * *cell.efficiency) : "";
}

std::string time_to_accuracy_words(const Table& table, const TableCell& cell) {
  if (!table.accuracy || !cell.valid || cell.tests.empty() || !cell.median_s) return "";
  if (!cell.seconds_to_accuracy) return "not reached";
  return quantity_words(*cell.seconds_to_accuracy, find_unit("s"));
}

std::string time_to_accuracy_heading(const Table& table) {
  return table.accuracy ? fmt::format("time to {:g} %", 100 * *table.accuracy) : "";
}

std::string mark(const TableCell& cell) {
  return cell.valid ? "\u2713" : "\u2717";
}

std::string published_words(const Table& table, const std::string& strategy) {
  std::string words;
  for (std::size_t i = 0; i < table.published.size(); ++i) {
    const PublishedSpeedUp& value = table.published[i];
    if (value.strategy != strategy) continue;
    words += fmt::format("{}{:.2f} on {} [{}]", words.empty() ? "" : ", ", value.speed_up, value.devices, i + 1);
  }
  return words;
}

bool any_published_row(const Table& table) {
  return std::ranges::any_of(table.strategies, [&](const auto& s) { return !published_words(table, s).empty(); });
}

}  // namespace ringside
