// Every device has two lanes, FIFO queues: the thesis's two threads per GPU. Which lane an op runs in is decided here
// alone.
#pragma once
#include "core/graph/task.h"

namespace ringside {

enum class Lane { compute, transfer };
inline constexpr int lanes_per_device = 2;

// Forward, backward, and an update by this step's own gradient (the next forward pass waits for it anyway) run in the
// compute lane. Everything else runs in the transfer lane: a delayed ring's sums and updates would otherwise stand in
// front of the next step's compute.
Lane lane_of(const Op& op);

}  // namespace ringside
