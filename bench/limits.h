// What ends a training before its time.
#pragma once
#include <atomic>

namespace ringside {

// Far more than any step takes on a machine that one would measure on: what takes longer hangs.
inline constexpr double default_timeout_s = 60;

struct Limits {
  const std::atomic<bool>& stop;         // set: the steps begun are finished, and that is all
  double timeout_s = default_timeout_s;  // of one step
};

}  // namespace ringside
