// A trial: one cell being measured. Its graph and session, and the outcome as it grows.
#pragma once
#include <atomic>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

#include "bench/cell.h"
#include "bench/checkpoint.h"
#include "bench/cpu_time.h"
#include "bench/limits.h"
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

  int rounds_done() const { return static_cast<int>(outcome_.step_s.size()); }

  // Known from the graph: bytes of the session, floats of its state.
  std::int64_t bytes_needed() const;
  std::int64_t state_floats() const;

  // Neither throws for what goes wrong in training: it becomes the outcome's status, and the trial is no longer going.
  // Once the limits say stop it ends as interrupted. Requires for both: going().

  // Takes the memory, verifies the strategy against the textbook, warms up, and loads the initial weights again, or what the
  // checkpoint holds.
  void prepare(const Limits& limits, const std::optional<Checkpoint>& checkpoint = std::nullopt);

  struct Round {
    int number = 0;
    std::int64_t trace_steps = 0;
    Limits limits;
    std::function<void()> on_step;
  };
  // Trains on, timed; then evaluates, untimed, if this is a round for it.
  void run_round(const Round& round);

  // How far it has come, for another run; this one is called `run`. Requires: a round has ended well.
  Checkpoint checkpoint(const std::string& run) const;

  // Ends as interrupted.
  void give_up(std::string why);

 private:
  void interrupt() { give_up("the run was interrupted"); }
  void go_on_from(const Checkpoint& checkpoint);
  void guard(const std::function<void()>& work);
  void take_note(const std::vector<StepResult>& steps);

  Cell cell_;
  const TrainingData& data_;
  StepGraph graph_;
  Batches batches_;
  std::unique_ptr<Session> session_;
  OtherPrograms others_;
  std::optional<double> busy_before_;  // cores that other programs kept busy in the rounds before the checkpoint
  Outcome outcome_;
};

}  // namespace ringside
