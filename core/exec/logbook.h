// Notes when every task ran, and tells what each device did in each step.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/backend/device.h"
#include "core/exec/phases.h"
#include "core/exec/session.h"
#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

class Logbook {
 public:
  // Keeps a reference. Holds the times of so many steps at once.
  Logbook(const StepGraph& graph, int steps_in_flight);

  // A run begins, of which the last so many steps shall be traced.
  void begin(std::int64_t trace_steps);

  // Where the times of a step's tasks are to be written. They overwrite those of step - steps_in_flight.
  std::span<Interval> times(std::int64_t step);

  // Takes in a step that has ended with this loss. Called step after step.
  void ended(std::int64_t step, double loss);

  // Steps that have ended and whose result was not asked for yet. Tasks of the following step may have run beside a
  // step: its result is complete only when that one has ended too, or is none of this run.
  std::size_t results_due() const { return due_.size(); }

  // The oldest result due.
  StepResult next_result();

  // Of the last steps, counted from the beginning of the first of them.
  Trace trace() const;

 private:
  struct Due {
    std::int64_t step;
    double loss;
    double end_s;
    std::vector<double> compute_ends;  // of each device
  };

  const StepGraph& graph_;
  int steps_in_flight_;
  std::vector<std::size_t> lanes_;       // of each task
  std::vector<Interval> times_;          // of the steps in flight
  std::vector<std::vector<Busy>> busy_;  // of each lane, what may matter for results to come
  std::vector<double> window_begins_;    // of each device: the end of its compute in the step of the last result
  std::deque<Due> due_;
  double began_s_ = 0;
  std::int64_t trace_steps_ = 0;
  std::deque<TaskTime> traced_;
};

}  // namespace ringside
