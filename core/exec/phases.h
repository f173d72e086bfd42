// What a device did in a step, from when its lanes were busy.
#pragma once
#include <span>

#include "core/backend/device.h"
#include "core/exec/session.h"

namespace ringside {

// A lane at work.
struct Busy {
  Interval when;
  bool input = false;  // a transfer from the host
};

// What of the window the lanes were busy, by intersection of intervals: no phase is negative, and
// compute + exposed_communicate + wait is the window. Requires: each lane's intervals in order and disjoint.
Phases phases_within(Interval window, std::span<const Busy> compute, std::span<const Busy> transfer);

}  // namespace ringside
