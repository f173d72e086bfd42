// When each task of a graph would run on a machine: a discrete-event simulation of its lanes, processors and links.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/task.h"
#include "core/graph/trace.h"
#include "core/sim/machine.h"

namespace ringside {

struct LinkUse {
  double bytes = 0;   // carried, by direction channel (2 · link, 2 · link + 1)
  double busy_s = 0;  // with at least one message under way
};

struct Simulation {
  Trace trace;                 // in order of ending
  std::vector<LinkUse> links;  // by channel, see Topology
  double makespan_s = 0;
};

// Runs `steps` steps from cold; the first batch is on the devices already. Each lane takes its tasks in emission order; a
// task begins when its lane is free and all it waits for has ended. Ops take op_seconds; a message takes latency + bytes /
// bandwidth of its route, or what was measured. A task of another lane than that it waited for last is handed over first (see
// Execution). What shares a processor or a link slows down to an equal part of it, or queues (Sharing).
// With nothing shared, the makespan is the longest path. Deterministic: ties go to the lower lane.
// Throws bad_input if the graph has more devices than the machine; Error (wrong_result) listing what waits for what if a
// task cannot end, or if a graph with tasks takes no time.
Simulation simulate(const StepGraph& graph, const Network& network, const Machine& machine, std::int64_t steps);

}  // namespace ringside
