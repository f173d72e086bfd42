// After how many steps a graph does the same on the same memory.
#pragma once
#include <cstdint>

#include "core/graph/task.h"

namespace ringside {

struct Rhythm {
  std::int64_t first = 0;   // step from which on it holds: updates by older gradients have these then
  std::int64_t period = 1;  // all copies of all buffers come round together, and so do the steps in flight
};

Rhythm rhythm_of(const StepGraph& graph, int steps_in_flight);

}  // namespace ringside
