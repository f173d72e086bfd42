// The loop of the issuing thread: fill a batch, issue a step, wait for the step before last.
#include "core/exec/session.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/exec/feed.h"
#include "core/exec/lanes.h"
#include "core/exec/logbook.h"
#include "core/exec/model.h"
#include "core/exec/state.h"
#include "core/exec/workspace.h"
#include "core/graph/lifetime.h"

namespace ringside {
namespace {

std::vector<std::unique_ptr<Device>> make_devices(const Backend& backend, int devices, bool pinned) {
  std::vector<std::unique_ptr<Device>> made;
  for (int d = 0; d < devices; ++d) made.push_back(backend.make_device(d, pinned));
  return made;
}

// Null if the graph needs none.
std::unique_ptr<Collective> make_collective(const Backend& backend, const StepGraph& graph) {
  const bool needed =
      std::ranges::any_of(graph.tasks, [](const Task& task) { return std::holds_alternative<AllReduce>(task.op); });
  return needed ? backend.make_collective(graph.devices) : nullptr;
}

}  // namespace

// Owns all that the lanes' threads touch, the graph and the network too: so it can be left alone if one is stuck.
class Session::Impl {
 public:
  Impl(Network network, StepGraph graph, const Backend& backend, SessionOptions options)
      : network_(std::move(network)),
        graph_(std::move(graph)),
        devices_(make_devices(backend, graph_.devices, options.pinned)),
        workspace_(graph_, devices_),
        collective_(make_collective(backend, graph_)),
        context_{network_, graph_, workspace_, options.seed},
        feed_(graph_, workspace_),
        logbook_(graph_, feed_.steps_in_flight()),
        lanes_(context_, devices_, feed_.steps_in_flight(), collective_.get()) {}

  void load(std::span<const float> weights) {
    assert(static_cast<std::int64_t>(weights.size()) == network_.params());
    on_every_device<LoadModel>(weights, 0);
    start_at(0);
  }

  std::vector<float> weights() {
    std::vector<float> weights(static_cast<std::size_t>(network_.params()));
    on_every_device<StoreModel>(std::span<float>(weights), next_step_);
    return weights;
  }

  SessionState state() {
    assert(loaded_);
    SessionState state{next_step_, std::vector<float>(static_cast<std::size_t>(state_floats()))};
    on_every_device<SaveState>(SavedBuffers{lasting_, state.floats}, 0);
    return state;
  }

  void restore(const SessionState& state) {
    assert(std::ssize(state.floats) == state_floats());
    std::vector<float> floats = state.floats;
    on_every_device<RestoreState>(SavedBuffers{lasting_, floats}, 0);
    start_at(state.next_step);
  }

  std::int64_t state_floats() const { return floats_in(graph_, lasting_); }

  RunResult run(Batches& batches, const RunOptions& options) {
    assert(loaded_);
    loaded_ = false;  // unless the run ends well: see the last line
    send_first_batches(batches, options.timeout_s);
    const std::int64_t first = next_step_;
    const auto stopped = [&] { return options.stop != nullptr && options.stop->load(); };
    RunResult result;
    logbook_.begin(options.trace_steps);
    for (; next_step_ < first + options.steps && !stopped(); ++next_step_) {
      const std::int64_t before = next_step_ - feed_.steps_in_flight();
      if (before >= first) end(before, options, result);
      feed_.fill(batches, next_step_);
      lanes_.issue(next_step_, first, logbook_.times(next_step_));
    }
    for (std::int64_t step = std::max(first, next_step_ - feed_.steps_in_flight()); step < next_step_; ++step) {
      end(step, options, result);
    }
    if (logbook_.results_due() > 0) report(options, result);
    lanes_.drain();
    result.trace = logbook_.trace();
    loaded_ = true;
    return result;
  }

  bool settle(double timeout_s) { return lanes_.settle(timeout_s); }
  std::int64_t next_step() const { return next_step_; }
  std::int64_t bytes() const { return workspace_.bytes(); }
  std::map<std::string, std::string> kernel_origins() const {
    std::map<std::string, std::string> origins = lanes_.layer_kernels().origins();
    if (collective_) origins["all-reduce"] = collective_->name();
    return origins;
  }
  std::vector<LayerAlgorithm> algorithms() const { return lanes_.layer_kernels().algorithms(); }
  Repeats repeats() const { return lanes_.repeats(); }

 private:
  // The next step to run. Requires: what lasts on the devices is of this moment.
  void start_at(std::int64_t step) {
    lanes_.restart();
    feed_.restart(step);
    next_step_ = step;
    loaded_ = true;
    batch_on_its_way_ = step > 0;
  }

  template <class Transport, class Weights>
  void on_every_device(Weights weights, std::int64_t step) {
    std::vector<Transport> commands;
    for (int d = 0; d < graph_.devices; ++d) commands.emplace_back(context_, DeviceId{d}, weights);
    for (int d = 0; d < graph_.devices; ++d)
      lanes_.issue_apart(DeviceId{d}, commands[static_cast<std::size_t>(d)], step);
    lanes_.drain();
  }

  // Transfers that carry the batch of a later step cannot do so for the first steps: these batches travel beforehand.
  void send_first_batches(Batches& batches, double timeout_s) {
    if (std::exchange(batch_on_its_way_, true)) return;
    for (std::int64_t step = -feed_.lead(); step < 0; ++step) {
      feed_.fill(batches, step);
      lanes_.issue_only(step, feed_.tasks_before_first(step));
      lanes_.await(step, timeout_s);
    }
  }

  void end(std::int64_t step, const RunOptions& options, RunResult& result) {
    lanes_.await(step, options.timeout_s);
    const double loss = mean_loss(step);
    if (!std::isfinite(loss)) {
      throw Error(ErrorKind::wrong_result,
                  fmt::format("{}: step {}: the loss is {}; expected a finite number", graph_.strategy, step, loss));
    }
    logbook_.ended(step, loss);
    if (logbook_.results_due() > 1) report(options, result);
  }

  void report(const RunOptions& options, RunResult& result) {
    result.steps.push_back(logbook_.next_result());
    if (options.on_step) options.on_step(result.steps.back());
  }

  double mean_loss(std::int64_t step) const {
    if (graph_.losses == no_buffer) return 0;
    const float* losses = workspace_.at(Span{graph_.losses, 0, 0, graph_.batch}, step);
    double sum = 0;
    for (int sample = 0; sample < graph_.batch; ++sample) sum += static_cast<double>(losses[sample]);
    return sum / graph_.batch;
  }

  Network network_;
  StepGraph graph_;
  std::vector<BufferId> lasting_ = lasting_buffers(graph_);
  std::vector<std::unique_ptr<Device>> devices_;
  Workspace workspace_;
  std::unique_ptr<Collective> collective_;
  RunContext context_;
  Feed feed_;
  Logbook logbook_;
  Lanes lanes_;  // destroyed before all that its threads write to, should a step be left unfinished
  std::int64_t next_step_ = 0;
  bool loaded_ = false;
  bool batch_on_its_way_ = false;
};

Session::Session(const Network& network, const StepGraph& graph, const Backend& backend, SessionOptions options)
    : impl_(std::make_unique<Impl>(network, graph, backend, options)) {}

Session::~Session() {
  // A thread that is stuck in a kernel cannot be ended. What it may still touch then stays to the end of the process.
  constexpr double patience_s = 2;
  if (!impl_->settle(patience_s)) static_cast<void>(impl_.release());
}

void Session::load(std::span<const float> weights) {
  impl_->load(weights);
}
RunResult Session::run(Batches& batches, const RunOptions& options) {
  return impl_->run(batches, options);
}
std::vector<float> Session::weights() const {
  return impl_->weights();
}
SessionState Session::state() const {
  return impl_->state();
}
void Session::restore(const SessionState& state) {
  impl_->restore(state);
}
std::int64_t Session::state_floats() const {
  return impl_->state_floats();
}
std::int64_t Session::next_step() const {
  return impl_->next_step();
}
std::int64_t Session::bytes() const {
  return impl_->bytes();
}
std::map<std::string, std::string> Session::kernel_origins() const {
  return impl_->kernel_origins();
}
std::vector<LayerAlgorithm> Session::algorithms() const {
  return impl_->algorithms();
}
Repeats Session::repeats() const {
  return impl_->repeats();
}

}  // namespace ringside
