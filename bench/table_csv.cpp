// Tables for a spreadsheet or a script.
#include "bench/table_format.h"
#include "core/base/error.h"

namespace ringside {
namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

}  // namespace

std::string csv_tables(const std::vector<Table>& tables) {
  std::string text =
      "network,dataset,scaling,strategy,devices,physical_devices,batch,backend,cpu,commit,status,valid,oversubscribed,"
      "speed_up,"
      "speed_up_low,speed_up_high,efficiency,img_per_s,step_median_s,test_accuracy,machine,"
      "accuracy_aimed_at,s_to_accuracy\n";
  for (const Table& table : tables)
    for (const auto& strategy : table.strategies)
      for (const int devices : table.devices)
        if (const TableCell* cell = table.cell(strategy, devices)) {
          text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},", csv_field(table.network),
                              csv_field(table.dataset), table.scaling, csv_field(strategy), devices,
                              table.physical_devices, cell->batch, csv_field(table.backend), csv_field(table.cpu),
                              csv_field(table.commit), cell->status, cell->valid, table.oversubscribed(devices));
          text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_number(cell->speed_up), csv_number(cell->low),
                              csv_number(cell->high), csv_number(cell->efficiency), csv_number(cell->img_per_s),
                              csv_number(cell->median_s), csv_number(cell->test_accuracy), csv_field(table.machine),
                              csv_number(table.accuracy), csv_number(cell->seconds_to_accuracy));
        }
  return text;
}

}  // namespace ringside
