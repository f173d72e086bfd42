// Checks a graph before anything runs it.
#pragma once
#include "core/graph/task.h"

namespace ringside {

// Throws Error, naming the task and the span, unless: every span lies in its buffer, its age fits the buffer's copies,
// and it is as large as what the op does asks for; all spans of an op are on one device, not the host (a transfer's two
// may be on two, one of them the host); the parts of an all-reduce are on all devices and stand together; lag-0 edges point backwards in emission order; every edge is visible to one
// device (R7); every layer has its parameters placed; and nothing is read that was never written (host batch, weights,
// and the zeros before the first step of a double buffer apart).
void validate(const StepGraph& graph, const Network& network);

}  // namespace ringside
