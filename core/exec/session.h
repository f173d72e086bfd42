// Runs a step graph for real: two lanes a device, events for the edges between lanes, all memory taken once.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/backend/registry.h"
#include "core/data/batches.h"
#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

struct SessionOptions {
  std::uint64_t seed = 1;  // of dropout
  bool pinned = true;
};

// Seconds of one step on one device; `wait` is what the compute lane spends idle.
struct Phases {
  double compute_s = 0;
  double communicate_s = 0;          // transfer lane busy: transfers, sums, delayed updates
  double exposed_communicate_s = 0;  // ... while the compute lane of the same device was idle
  double input_s = 0;                // transfers from the host
  double wait_s = 0;                 // compute lane idle and transfer lane idle
};

struct StepResult {
  std::int64_t step = 0;
  double loss = 0;          // mean over the global batch, summed in sample order, in double
  double end_s = 0;         // when its last task ended, seconds since the run began
  std::vector<Phases> phases;  // by device
};

struct RunResult {
  std::vector<StepResult> steps;
  Trace trace;  // of the last steps asked for
};

struct RunOptions {
  std::int64_t steps = 1;
  std::int64_t trace_steps = 0;              // keep the task times of the last so many steps
  double timeout_s = 60;                     // a step that takes longer is an Error (timeout) naming device, lane and task
  const std::atomic<bool>* stop = nullptr;   // set: return after the steps already begun
  std::function<void(const StepResult&)> on_step;  // called in order, from the calling thread, when a step has ended
};

class Session {
 public:
  // Keeps references to `network` and `graph`. Throws Error if memory or a kernel is not to be had.
  Session(const Network& network, const StepGraph& graph, const Backend& backend, SessionOptions options);
  ~Session();

  // Loads the model (network.params() floats, network order) wherever the graph holds weights; clears momentum and every
  // other buffer; the next step is step 0.
  void load(std::span<const float> weights);

  // Trains on, from the step the last run ended before. A loss that is not finite is an Error (wrong_result).
  RunResult run(Batches& batches, const RunOptions& options);

  // The model after the last step.
  std::vector<float> weights() const;

  std::int64_t next_step() const;
  std::int64_t bytes() const;  // all memory taken, devices and host

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ringside
