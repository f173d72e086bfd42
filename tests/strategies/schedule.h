// When tasks would run if devices and links were equal and did nothing but what the formulas count. Not the simulator:
// a few lines to check formulas by.
#pragma once
#include <vector>

#include "core/graph/task.h"

namespace ringside {

struct Costs {
  double latency = 0, per_float = 0;  // of a transfer between two devices
  double per_sum = 0;                 // of a float added
  double per_pass = 0;                // of a layer forward or backward
};

// The end of every step: each task begins when what it waits for, and the task before it in its lane, have ended.
std::vector<double> step_ends(const StepGraph& graph, const Costs& costs, int steps);

}  // namespace ringside
