// Executes a step graph in integers, one task after another in whatever order it is told.
#pragma once
#include <set>
#include <utility>

#include "core/graph/task.h"
#include "tests/strategies/words.h"

namespace ringside {

class IntegerMachine {
 public:
  // Keeps references to both. All memory is zero. The host has the batches of steps 0 to `steps` at hand, and keeps the
  // losses of every step apart: when it fills and empties its buffers is the business of whoever runs a graph for real.
  // Requires: the graph is valid.
  IntegerMachine(const Network& network, const StepGraph& graph, int steps);

  // Loads a model wherever the graph holds weights.
  void load(const Words& weights);

  void perform(TaskId task, int step);

  // A span's words as step `step` sees them.
  Words read(const Span& span, int step) const;

 private:
  void perform(const Forward& op, int step);
  void perform(const Backward& op, int step);
  void perform(const Transfer& op, int step);
  void perform(const CopyChannels& op, int step);
  void perform(const Reduce& op, int step);
  void perform(const AllReduce& op, TaskId task, int step);
  void perform(const Update& op, int step);

  Word* at(const Span& span, int step);

  const Network& network_;
  const StepGraph& graph_;
  std::vector<int> copies_;  // of each buffer
  std::vector<Words> words_;
  std::set<std::pair<int, int>> summed_;  // all-reduces that are over: first task and step
};

}  // namespace ringside
