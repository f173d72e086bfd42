// Orders in which the tasks of some steps may run: every one that the edges allow, be it never so odd.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

struct TaskAt {
  TaskId task{};
  int step = 0;
};
using Order = std::vector<TaskAt>;

// What holds an order back besides the edges.
enum class Discipline {
  edges_alone,
  lanes_too  // a lane's tasks run in emission order, step after step
};

// Steps 0 to steps - 1, and what an executor does before them: the transfers from the host of step -1, which bring the
// first batch.
class Unrolled {
 public:
  // Leaves edge `dropped` (an index into graph.edges) out of every step.
  Unrolled(const StepGraph& graph, int steps, Discipline discipline = Discipline::edges_alone,
           std::optional<std::size_t> dropped = {});

  // Tasks in all; an order that has fewer found no way on.
  std::size_t size() const;

  // Whether the task runs at all: of step -1 only some do.
  bool runs(TaskAt at) const { return at.step >= -1 && present_[node(at)]; }

  Order in_emission_order() const;

  // Of one of several tastes: at random, or letting single devices, tasks or steps run as far ahead as they can.
  Order at_random(std::uint64_t seed) const;

  // The task as early as it can be: after what it waits for, nothing else.
  Order as_early_as_can_be(TaskAt early) const;

  // The task as late as it can be: after everything that does not wait for it.
  Order as_late_as_can_be(TaskAt late) const;

  bool waits_for(TaskAt later, TaskAt earlier) const;

 private:
  std::size_t node(TaskAt at) const { return static_cast<std::size_t>(at.step + 1) * tasks_ + index(at.task); }
  TaskAt at(std::size_t node) const {
    return {TaskId{static_cast<int>(node % tasks_)}, static_cast<int>(node / tasks_) - 1};
  }
  // Runs what is ready by ascending key.
  Order by_key(const std::vector<double>& keys) const;
  // The nodes that are reached from one along such edges, itself included.
  std::vector<bool> reached(std::size_t from, const std::vector<std::vector<std::size_t>>& edges) const;

  const StepGraph& graph_;
  std::size_t tasks_;
  std::vector<bool> present_;                             // of each node: step -1 has few tasks
  std::vector<std::vector<std::size_t>> before_, after_;  // of each node
};

}  // namespace ringside
