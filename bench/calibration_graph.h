// The graph in which calibration measures moves: every size in the company of forward and backward passes, which empty the
// caches as they would in training.
#pragma once
#include "core/graph/task.h"
#include "core/net/network.h"

namespace ringside {

// Two devices train on `samples` samples each, then exchange their gradients in pieces of half the model, a quarter, an eighth
// and so on, sum them, and copy them apart. Device 0 updates its weights in place by this step's gradient, device 1 makes the
// next step's weights from the gradient of the step before, under this step's computation.
StepGraph move_graph(const Network& network, int samples);

}  // namespace ringside
