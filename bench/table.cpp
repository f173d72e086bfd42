// From records to tables.
#include "bench/table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/cell.h"
#include "bench/json_fields.h"
#include "bench/table_format.h"
#include "core/base/nearest.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

std::optional<double> number(JsonFields& fields, std::string_view name) {
  return fields.find(name) ? std::optional(fields.get<double>(name)) : std::nullopt;
}

// An object within a record, and where it is.
JsonFields part(JsonFields& fields, std::string_view name) {
  return {fields.at(name), fields.place(name)};
}

TableCell read_cell(JsonFields& record, JsonFields& identity) {
  TableCell cell;
  cell.strategy = identity.get<std::string>("strategy");
  cell.devices = identity.get<int>("devices");
  cell.batch = identity.get<int>("batch");
  cell.status = record.get<std::string>("status");
  cell.valid = record.get<bool>("valid");
  JsonFields context = part(record, "context");
  cell.other_programs_cores = number(context, "other_programs_cores");
  JsonFields results = part(record, "results");
  JsonFields speed_up = part(results, "speed_up");
  cell.speed_up = number(speed_up, "value");
  cell.low = number(speed_up, "low");
  cell.high = number(speed_up, "high");
  cell.efficiency = number(speed_up, "efficiency");
  cell.speed_up_reason = speed_up.get_or<std::string>("reason", "");
  if (results.find("throughput")) {
    JsonFields throughput = part(results, "throughput");
    cell.img_per_s = number(throughput, "median_img_per_s");
  }
  if (results.find("statistics")) {
    JsonFields statistics = part(results, "statistics");
    cell.median_s = number(statistics, "median_s");
  }
  for (const nlohmann::json& point : results.at("convergence")) {
    JsonFields fields(point, results.place("convergence"));
    if (const auto accuracy = number(fields, "test_accuracy"))
      cell.tests.emplace_back(fields.get<std::int64_t>("step"), *accuracy);
  }
  if (!cell.tests.empty()) cell.test_accuracy = cell.tests.back().second;
  return cell;
}

struct Head {
  Table table;
  std::string key;  // equal keys: the cells may stand in one table
};

// What was trained on what, here. The key's part.
std::string read_training(JsonFields& identity, Table& table) {
  JsonFields dataset = part(identity, "dataset");
  table.dataset = dataset.get<std::string>("name");
  table.origin = dataset.get<std::string>("origin");
  table.real_data = dataset.get<bool>("real");
  table.backend = identity.get<std::string>("backend");
  table.seed = identity.get<std::uint64_t>("seed");
  table.epochs = number(identity, "epochs");
  if (!table.epochs) table.steps = identity.get<std::int64_t>("steps");
  return fmt::format("{}|{}|{}|{}|{}|{}", dataset.get<std::string>("hash"), table.backend, table.seed,
                     table.epochs.value_or(0), table.steps.value_or(0), table.cpu);
}

// The machine that was simulated. The key's part.
std::string read_machine(JsonFields& identity, Table& table) {
  JsonFields machine = part(identity, "machine");
  table.machine = machine.get<std::string>("name");
  table.machine_description = machine.get<std::string>("description");
  table.machine_numbers = machine.get<int>("numbers");
  table.machine_unverified = machine.get<int>("unverified");
  if (machine.find("model_error")) {
    JsonFields error = part(machine, "model_error");
    table.model_error_median = error.get<double>("median");
    table.model_error_worst = error.get<double>("worst");
  }
  return machine.get<std::string>("hash");
}

Head read_head(JsonFields& record, JsonFields& identity) {
  JsonFields context = part(record, "context");
  Head head;
  Table& table = head.table;
  table.simulated = identity.get<std::string>("timing") == "simulated";
  table.network = identity.get<std::string>("network");
  table.scaling = identity.get<std::string>("scaling");
  table.base_batch = identity.get<int>("base_batch");
  table.cpu = context.get_or<std::string>("cpu", "unknown CPU");
  table.physical_devices = context.get<int>("physical_devices");
  table.build_type = context.get<std::string>("build_type");
  table.commit = context.get_or<std::string>("commit", "unknown");
  table.finished_at = context.get<std::string>("finished_at");
  const std::string what = table.simulated ? read_machine(identity, table) : read_training(identity, table);
  head.key = fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", table.simulated, table.network, what, table.scaling,
                         table.base_batch, table.physical_devices, table.build_type, table.commit);
  return head;
}

// Strategies of the menu first, in its order; others as they came.
void sort_strategies(std::vector<std::string>& names) {
  const auto rank = [](const std::string& name) {
    return std::ranges::find(strategies(), name, &Strategy::name) - strategies().begin();
  };
  std::ranges::stable_sort(names, {}, rank);
}

double best_accuracy(const TableCell& cell) {
  double best = 0;
  for (const auto& [step, accuracy] : cell.tests) best = std::max(best, accuracy);
  return best;
}

// What all have reached; none if nobody was tested on the way.
std::optional<double> common_accuracy(const Table& table) {
  double lowest = 1;
  bool on_the_way = false;
  for (const auto& [key, cell] : table.cells) {
    if (!cell.valid || cell.tests.empty() || cell.strategy == bound_strategy) continue;
    lowest = std::min(lowest, best_accuracy(cell));
    on_the_way = on_the_way || cell.tests.size() > 1;
  }
  return on_the_way ? std::optional(std::floor(100 * lowest + 1e-9) / 100) : std::nullopt;
}

void time_to_accuracy(Table& table, std::optional<double> asked_for) {
  table.accuracy = asked_for ? asked_for : common_accuracy(table);
  if (!table.accuracy) return;
  for (auto& [key, cell] : table.cells) {
    const auto reached =
        std::ranges::find_if(cell.tests, [&](const auto& test) { return test.second >= *table.accuracy; });
    if (cell.valid && cell.median_s && reached != cell.tests.end())
      cell.seconds_to_accuracy = static_cast<double>(reached->first) * *cell.median_s;
  }
}

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

}  // namespace

const TableCell* Table::cell(const std::string& strategy, int count) const {
  const auto found = cells.find({strategy, count});
  return found == cells.end() ? nullptr : &found->second;
}

bool Table::oversubscribed(int count) const {
  return count > physical_devices && !simulated;
}

std::vector<Table> make_tables(const std::vector<PlacedRecord>& records, const std::vector<PublishedSpeedUp>& published,
                               std::optional<double> accuracy) {
  std::vector<Head> heads;
  for (const PlacedRecord& placed : records) {
    JsonFields record(placed.record, placed.place);
    JsonFields identity = part(record, "identity");
    Head head = read_head(record, identity);
    auto found = std::ranges::find(heads, head.key, &Head::key);
    if (found == heads.end()) found = heads.insert(heads.end(), std::move(head));
    Table& table = found->table;
    TableCell cell = read_cell(record, identity);
    add_once(table.strategies, cell.strategy);
    add_once(table.devices, cell.devices);
    const std::pair key(cell.strategy, cell.devices);
    if (!table.cells.insert_or_assign(key, std::move(cell)).second) ++table.replaced;
  }
  std::vector<Table> tables;
  for (Head& head : heads) {
    Table& table = tables.emplace_back(std::move(head.table));
    sort_strategies(table.strategies);
    std::ranges::sort(table.devices);
    std::ranges::copy_if(published, std::back_inserter(table.published), [&](const PublishedSpeedUp& value) {
      return value.network == table.network || value.asked_for;
    });
    time_to_accuracy(table, accuracy);
  }
  return tables;
}

TableFormat parse_table_format(std::string_view name) {
  static constexpr std::array<std::string_view, 4> names{"text", "markdown", "csv", "latex"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) fail_unknown("table format", name, names);
  return static_cast<TableFormat>(found - names.begin());
}

std::string format_tables(const std::vector<Table>& tables, TableFormat format) {
  if (format == TableFormat::csv) return csv_tables(tables);
  std::string text;
  for (const Table& table : tables) {
    if (!text.empty()) text += "\n";
    text += format == TableFormat::text       ? text_table(table)
            : format == TableFormat::markdown ? markdown_table(table)
                                              : latex_table(table);
  }
  return text;
}

}  // namespace ringside
