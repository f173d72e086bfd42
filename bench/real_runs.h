// What real runs have learned, for simulated records: a machine changes when a step ends, never what it computes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/cell.h"
#include "bench/outcome.h"
#include "bench/record_file.h"

namespace ringside {

struct RealRun {
  std::string run;  // context.run of its record
  std::string network, strategy;
  Scaling scaling{};
  int devices = 0, batch = 0;
  double rate = 0, momentum = 0;  // of step 0
  std::vector<ConvergencePoint> convergence;
};

// The measured records that are valid. Throws bad_input, naming the record's place, for one that lacks what is needed, and if
// none is left.
std::vector<RealRun> real_runs(const std::vector<PlacedRecord>& records);

// The last one that trained the same: network, strategy, devices, scaling, batch, rate and momentum. None: there is none.
const RealRun* same_training(const std::vector<RealRun>& runs, const Cell& cell);

}  // namespace ringside
