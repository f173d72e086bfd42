// What the simulator knows of every task before time begins.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/task.h"
#include "core/sim/machine.h"
#include "core/sim/topology.h"

namespace ringside {

// A resource that several activities may want at once: a processor, or one direction of a link.
struct Demand {
  int resource = 0;
  double use = 1;  // part of the resource that an unhindered activity takes
};

struct TaskPlan {
  int lane = 0;
  double latency_s = 0;  // before anything flows
  double amount_s = 0;   // seconds of unhindered work or flow
  double bytes = 0;      // between devices or host; 0 for work
  int first_demand = 0;  // into SimulationPlan::demands
  int demand_count = 0;
  Together together;  // which tasks begin and end as one with it
};

struct SimulationPlan {
  // Requires: the graph has no more devices than the machine.
  SimulationPlan(const StepGraph& graph, const Network& network, const Machine& machine);

  std::vector<TaskPlan> tasks;
  std::vector<Demand> demands;  // shared by tasks of one kind
  std::vector<bool> in_order;   // of each resource; channels of links first, then processors
  int channels = 0;
  std::vector<std::vector<TaskId>> lanes;     // their tasks, in emission order
  std::vector<Edge> successors;               // of task 0, of task 1, ...: who waits for it, and how much later
  std::vector<std::int64_t> first_successor;  // one more than there are tasks
};

}  // namespace ringside
