// Running again exactly what a record says.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "bench/experiment.h"
#include "bench/record_file.h"

namespace ringside {

struct Rerun {
  std::string place;        // of the record, for messages
  nlohmann::json identity;  // that a cell of the new run must have
  nlohmann::json context;   // where it was run then
  Experiment experiment;    // of that one cell; the baseline comes along as always
  std::string machine;      // that was simulated; empty: it was measured
};

// The record that `reference` means: FILE, if it holds one alone, or FILE:LINE. Throws bad_input.
PlacedRecord find_record(const std::string& reference);

// Throws bad_input for a record that lacks something, naming record and field.
Rerun rerun_of(const PlacedRecord& placed);

}  // namespace ringside
