// What a graph moves, keeps and does: counted from its tasks, never from a formula.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

struct Traffic {
  std::int64_t messages =
      0;  // transfers between two devices (the host's apart); an all-reduce counts as a ring of them
  std::int64_t floats = 0;
  bool operator==(const Traffic&) const = default;
};

struct Summary {
  Traffic traffic;                         // per step, all devices together
  std::vector<Traffic> sent;               // by device
  std::vector<std::int64_t> device_bytes;  // memory of each device, buffers with all their copies
  std::int64_t host_bytes = 0;
  int tasks = 0, edges = 0;
  int delay = 0;  // steps between a gradient and its update
};

Summary summarize(const StepGraph& graph);

// A table for a terminal: devices, tasks by kind, traffic, memory, what crosses steps.
std::string summary_text(const StepGraph& graph, const Network& network);

// "forward conv1", "transfer 0→1 weights", ...: one task in words.
std::string task_text(const StepGraph& graph, const Network& network, TaskId task);

}  // namespace ringside
