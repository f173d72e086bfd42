// Which of a graph's edges the executor must wait for: those between lanes that nothing else implies.
#pragma once
#include <vector>

#include "core/graph/lane.h"
#include "core/graph/task.h"

namespace ringside {

// The lane of a task among all lanes: device · lanes_per_device + lane.
std::size_t lane_index(const StepGraph& graph, const Op& op);

// For each task the fewest edges that, together with the lanes' FIFO order, keep every edge of the graph in every step.
// An edge left out follows from a chain of tasks that all lie, in time, between its two ends: a run that skips waits for
// steps before its first therefore loses none between the steps it does run.
std::vector<std::vector<Edge>> needed_waits(const StepGraph& graph);

}  // namespace ringside
