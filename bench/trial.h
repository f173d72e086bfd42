// A trial: one cell being measured. Its graph and session, and the outcome as it grows.
#pragma once
#include <atomic>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

#include "bench/cell.h"
#include "bench/cpu_time.h"
#include "bench/outcome.h"
#include "bench/training_data.h"

namespace ringside {

class Trial {
 public:
  // Builds and validates the graph; takes no memory yet. Keeps a reference to `data`.
  Trial(Cell cell, const TrainingData& data);
  Trial(const Trial&) = delete;  // the session refers to the network and the graph in here
  Trial& operator=(const Trial&) = delete;

  const Cell& cell() const { return cell_; }
  const StepGraph& graph() const { return graph_; }
  const Outcome& outcome() const { return outcome_; }
  // There is more to do: nothing went wrong, and not every round has been run.
  bool going() const { return outcome_.status == Status::ok && std::ssize(outcome_.step_s) < cell_.repetitions; }

  std::int64_t bytes_needed() const;  // of the session, known from the graph

  // Neither throws for what goes wrong in training: it becomes the outcome's status, and the trial is no longer going.
  // Once `stop` is set it ends as interrupted. Requires for both: going().

  // Takes the memory, verifies the strategy against the textbook, warms up, and loads the initial weights again.
  void prepare(const std::atomic<bool>& stop);

  struct Round {
    int number = 0;
    std::int64_t trace_steps = 0;
    const std::atomic<bool>& stop;
    std::function<void()> on_step;
  };
  // Trains on, timed; then evaluates, untimed, if this is a round for it.
  void run_round(const Round& round);

 private:
  void interrupt();
  void guard(const std::function<void()>& work);
  void take_note(const std::vector<StepResult>& steps);

  Cell cell_;
  const TrainingData& data_;
  StepGraph graph_;
  Batches batches_;
  std::unique_ptr<Session> session_;
  OtherPrograms others_;
  Outcome outcome_;
};

}  // namespace ringside
