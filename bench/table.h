// Speed-up tables, made of records alone: strategies down, devices across, one table for what may be compared.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/published.h"
#include "bench/record_file.h"

namespace ringside {

// One record, as far as a table shows it.
struct TableCell {
  std::string strategy, status, speed_up_reason;
  int devices = 0, batch = 0;
  bool valid = false;
  std::optional<double> speed_up, low, high, efficiency, img_per_s, median_s, test_accuracy, other_programs_cores;
  std::vector<std::pair<std::int64_t, double>> tests;  // test accuracy after so many steps, in order
  std::optional<double> seconds_to_accuracy;           // the table's; none: not reached, not valid, or not timed
  bool oversubscribed() const { return speed_up_reason == "oversubscribed"; }
};

// Records that differ in strategy and devices only.
struct Table {
  std::string network, dataset, origin, scaling, backend, cpu, build_type, commit, finished_at;
  bool real_data = false, simulated = false;
  std::string machine, machine_description;  // of a simulation; so are the next three
  int machine_numbers = 0, machine_unverified = 0;
  std::optional<double> model_error_median, model_error_worst;
  int base_batch = 0, physical_devices = 0;
  std::optional<std::int64_t> steps;  // or
  std::optional<double> epochs;
  std::uint64_t seed = 0;
  std::vector<std::string> strategies;                     // in the menu's order
  std::vector<int> devices;                                // rising
  std::map<std::pair<std::string, int>, TableCell> cells;  // by strategy and devices
  std::vector<PublishedSpeedUp> published;                 // of this network
  std::optional<double> accuracy;                          // that cells are timed to; none: nothing to compare
  int replaced = 0;                                        // records that a later one of the same cell stands for

  const TableCell* cell(const std::string& strategy, int count) const;
  bool oversubscribed(int count) const;
};

// In the order the records come in; of two records of one cell the later one counts. Throws bad_input, naming the record's
// place and the field, for one that lacks what a table needs. The time to an accuracy is that of the steps up to the first
// test that reaches it, each as long as the median step. Without an accuracy asked for, it is what every valid training of the
// table reached (the bound apart, which trains alone), down to a whole percent, if one of them was tested more than once.
std::vector<Table> make_tables(const std::vector<PlacedRecord>& records, const std::vector<PublishedSpeedUp>& published,
                               std::optional<double> accuracy = {});

enum class TableFormat { text, markdown, csv, latex };

// Throws bad_input with the nearest name.
TableFormat parse_table_format(std::string_view name);

std::string format_tables(const std::vector<Table>& tables, TableFormat format);

}  // namespace ringside
