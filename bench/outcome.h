// What came of a cell: how it ended, what was checked, measured and reached.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics.h"
#include "core/exec/session.h"
#include "core/exec/textbook.h"
#include "core/graph/summary.h"

namespace ringside {

enum class Status { ok, failed, diverged, timeout, interrupted, wrong_result };

std::string_view name_of(Status status);

// Something this very run had to get right for its time to count.
struct Check {
  std::string name;
  std::string against;
  double error = 0;
  double tolerance = 0;
  bool passed() const { return error <= tolerance; }  // not of NaN
};

// How far training has come; one a round.
struct ConvergencePoint {
  std::int64_t step = 0;  // steps done
  double epoch = 0;
  std::int64_t samples_seen = 0;
  double train_loss = 0;  // mean over the round's steps
  std::optional<Evaluation> test;
};

// What a simulation tells besides times: of the links of one kind, the busiest.
struct LinkUtilisation {
  std::string kind;
  double busy = 0;            // part of the time that something is under way, the more used direction
  double bytes_per_step = 0;  // carried by it in that direction
};

// Seconds of a step that each kind of task holds up everything else: they add up to the step's time.
struct CriticalPath {
  double forward_s = 0, backward_s = 0, update_s = 0, reduce_s = 0;
  double copy_s = 0, transfer_s = 0, input_s = 0;  // within a device, between two, from the host
  double wait_s = 0;                               // for a link that serves others first
};

struct Outcome {
  Status status = Status::ok;
  std::string message;  // why, unless ok
  std::vector<Check> checks;
  Rounds step_s;               // how long each step took, by repetition
  std::vector<double> cpu_s;   // processor time of a step, the whole program's, by repetition; none of a simulation
  std::vector<Phases> phases;  // summed over the timed steps, by device
  std::vector<ConvergencePoint> convergence;
  std::optional<double> other_programs_cores;  // that they kept busy while steps were timed; none: not known
  std::vector<std::string> earlier_runs;       // whose rounds these are too: it went on from a checkpoint
  Repeats repeats;                             // of the tasks of the repetitions; see Session
  Trace trace;                                 // of the last steps, if asked for
  std::string numerics;                        // of a simulation: the real run that the convergence comes from
  std::vector<LinkUtilisation> links;          // of a simulation
  std::optional<CriticalPath> critical_path;   // of a simulation

  // Known before the first step.
  std::vector<Samples> shards;
  Summary summary;
  Traffic expected_traffic;
  std::int64_t session_bytes = 0;
  std::map<std::string, std::string> kernel_origins;  // see Session, as of the next one
  std::vector<LayerAlgorithm> algorithms;

  bool valid() const;

  // Takes in the steps of one more repetition, which began at `begin_s` on the clock of their ends. The phases of its first
  // step do not count, see timed().
  void add_steps(const std::vector<StepResult>& steps, double begin_s = 0);
};

// The graph's traffic against its strategy's formula.
Check traffic_check(const Outcome& outcome);

// Without the first step of every repetition: it starts with nothing before it to overlap with, and waits for its batch.
Rounds timed(const Rounds& step_s);

std::vector<double> joined(const Rounds& rounds);

}  // namespace ringside
