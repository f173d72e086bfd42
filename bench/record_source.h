// What one record is about: a cell that was trained on data, or one that was simulated on a machine.
#pragma once
#include "bench/cell.h"
#include "bench/machine_file.h"
#include "bench/outcome.h"
#include "core/data/dataset.h"

namespace ringside {

struct RecordSource {
  const Cell& cell;
  const Outcome& outcome;
  const Cell* base_cell = nullptr;  // the same scaling's baseline; null: there is none
  const Outcome* base = nullptr;
  const Dataset* data = nullptr;         // or
  const MachineFile* machine = nullptr;  // simulated
};

}  // namespace ringside
