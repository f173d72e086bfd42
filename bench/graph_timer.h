// Times a graph: runs it in rounds and keeps what it did when nothing disturbed it, the fastest stretch of steps.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/training_data.h"
#include "core/exec/session.h"
#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

// Steps that follow each other, so that a step that others overlap with counts no less than those.
inline constexpr std::int64_t stretch_steps = 3;

class GraphTimer {
 public:
  // Keeps references to the network and the data. Takes all memory, and warms up. Its learning rate is next to nothing: what is
  // trained does not matter, and must not diverge.
  GraphTimer(const Network& network, StepGraph graph, const Backend& backend, const TrainingData& data);
  GraphTimer(const GraphTimer&) = delete;  // the session refers to the graph in here
  GraphTimer& operator=(const GraphTimer&) = delete;

  // Runs for about `seconds`, two stretches at least.
  void run_round(double seconds);

  const StepGraph& graph() const { return graph_; }
  int rounds() const { return static_cast<int>(round_step_s_.size()); }
  // Mean step time of the fastest stretch of all rounds. Requires: a round.
  double step_s() const;
  // How much longer the fastest stretch of a median round took, relative.
  double spread() const;
  // Times of the fastest stretch's tasks and of the step before it.
  const Trace& stretch() const { return stretch_; }

 private:
  StepGraph graph_;
  Batches batches_;
  std::unique_ptr<Session> session_;
  std::vector<double> round_step_s_;  // of each round's fastest stretch
  double warm_step_s_ = 0;
  Trace stretch_;
};

}  // namespace ringside
