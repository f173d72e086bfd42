// Runs a step graph for real: two lanes a device, events for the edges between lanes, all memory taken once.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/registry.h"
#include "core/data/batches.h"
#include "core/exec/perform.h"
#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

struct SessionOptions {
  std::uint64_t seed = 1;  // of dropout
  bool pinned = true;
};

// Seconds of one step on one device: from the end of the last task in its compute lane of the step before (or the run's
// beginning) to the end of this step's. compute + exposed_communicate + wait make up all of it.
struct Phases {
  double compute_s = 0;              // compute lane busy
  double communicate_s = 0;          // transfer lane busy: transfers, sums, delayed updates
  double exposed_communicate_s = 0;  // ... while the compute lane was idle
  double input_s = 0;                // the part of communicate_s that is transfers from the host
  double wait_s = 0;                 // both lanes idle
};

struct StepResult {
  std::int64_t step = 0;
  double loss = 0;             // mean over the global batch, summed in sample order, in double
  double end_s = 0;            // when its last task ended, seconds since the run began
  std::vector<Phases> phases;  // by device
};

struct RunResult {
  std::vector<StepResult> steps;
  Trace trace;  // of the last steps asked for
};

struct RunOptions {
  std::int64_t steps = 1;
  std::int64_t trace_steps = 0;  // keep the task times of the last so many steps
  double timeout_s = 60;         // a step that takes longer is an Error (timeout) naming devices, lanes and tasks
  const std::atomic<bool>* stop = nullptr;  // set: return after the steps already begun
  // Called in order, from the calling thread, when a step and the one after it have ended: only then are its phases known.
  std::function<void(const StepResult&)> on_step = nullptr;
};

// A training between two steps: with it another session of the same network, graph and backend goes on to the same bits.
struct SessionState {
  std::int64_t next_step = 0;  // the place in the order of the data too
  std::vector<float> floats;   // all that lasts on the devices: weights, momentum, delayed gradients
};

// After an Error of `run` a session can only be destroyed. After a timeout that may take some seconds; a thread that is
// still stuck in a kernel then is left behind with all the memory it may touch, until the process ends (std::_Exit).
class Session {
 public:
  // Copies `network` and `graph`. Throws Error if memory or a kernel is not to be had. Requires: a graph that validate()
  // accepts, whose transfers from and to the host carry the batch and the losses.
  Session(const Network& network, const StepGraph& graph, const Backend& backend, SessionOptions options);
  ~Session();

  // Loads the model (network.params() floats, network order) wherever the graph holds weights; clears momentum and every
  // other buffer; the next step is step 0.
  void load(std::span<const float> weights);

  // Trains on, from the step the last run ended before; its batch is on the devices already, so go on with the same `batches`.
  // A loss that is not finite is an Error (wrong_result). Requires: loaded; batches of graph.batch samples.
  RunResult run(Batches& batches, const RunOptions& options);

  // The model after the last step.
  std::vector<float> weights() const;

  // Requires for both: not after an Error of `run`. restore: instead of load, a state with as many floats as state() gives.
  SessionState state() const;
  void restore(const SessionState& state);
  std::int64_t state_floats() const;

  std::int64_t next_step() const;
  std::int64_t bytes() const;  // all memory taken, devices and host

  // By layer, whose kernels compute it, where the backend chooses between several; for "all-reduce", which library sums, if one
  // does.
  std::map<std::string, std::string> kernel_origins() const;

  // What algorithms a library's search found for them, where there is one.
  std::vector<LayerAlgorithm> algorithms() const;

  // How all tasks so far came to run, on devices that make recordings; zeros elsewhere.
  Repeats repeats() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ringside
