// When every task of some steps ran. Nothing downstream knows whether it was measured or simulated.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

struct TaskTime {
  TaskId task{};
  std::int64_t step = 0;
  double begin_s = 0;  // seconds since the trace began
  double end_s = 0;
};

struct Trace {
  std::vector<TaskTime> times;
};

}  // namespace ringside
