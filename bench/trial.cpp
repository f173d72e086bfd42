// One cell being measured.
#include "bench/trial.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <numeric>

#include "bench/verify.h"
#include "core/base/error.h"
#include "core/exec/state.h"
#include "core/graph/lifetime.h"
#include "core/graph/validate.h"
#include "core/net/init.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

constexpr int test_batch = 100;

StepGraph build_graph(const Cell& cell) {
  const bool library_sums = find_backend(cell.backend).has_collective(cell.devices);
  StepGraph graph =
      find_strategy(cell.strategy)
          .build({.network = cell.network, .devices = cell.devices, .batch = cell.batch, .library_sums = library_sums});
  validate(graph, cell.network);
  return graph;
}

bool evaluates(const Cell& cell, int round) {
  return cell.evaluate == Evaluate::every_round || (cell.evaluate == Evaluate::at_end && round + 1 == cell.repetitions);
}

}  // namespace

Trial::Trial(Cell cell, const TrainingData& data)
    : cell_(std::move(cell)),
      data_(data),
      graph_(build_graph(cell_)),
      batches_(data.training_batches(cell_.batch, cell_.seed)) {
  outcome_.shards = graph_.shards;
  outcome_.summary = summarize(graph_);
  outcome_.expected_traffic =
      find_strategy(cell_.strategy).traffic({.network = cell_.network, .devices = cell_.devices, .batch = cell_.batch});
  outcome_.phases.resize(static_cast<std::size_t>(cell_.devices));
}

std::int64_t Trial::bytes_needed() const {
  const auto& devices = outcome_.summary.device_bytes;
  return std::accumulate(devices.begin(), devices.end(), outcome_.summary.host_bytes);
}

std::int64_t Trial::state_floats() const {
  return floats_in(graph_, lasting_buffers(graph_));
}

void Trial::prepare(const Limits& limits, const std::optional<Checkpoint>& checkpoint) {
  assert(going());
  if (limits.stop) return interrupt();
  guard([&] {
    session_ = std::make_unique<Session>(cell_.network, graph_, find_backend(cell_.backend),
                                         SessionOptions{.seed = cell_.seed});
    outcome_.session_bytes = session_->bytes();
    outcome_.kernel_origins = session_->kernel_origins();
    outcome_.algorithms = session_->algorithms();
    const std::vector<float> initial = initial_weights(cell_.network, cell_.seed);

    outcome_.checks = verify(*session_, cell_, graph_, data_, initial, limits);
    outcome_.checks.push_back(traffic_check(outcome_));
    for (const Check& check : outcome_.checks) {
      if (check.passed()) continue;
      outcome_.status = Status::wrong_result;
      outcome_.message = fmt::format("{} differ by {:.2g} from {}; the tolerance is {:.2g}", check.name, check.error,
                                     check.against, check.tolerance);
      return;
    }

    session_->load(initial);
    if (cell_.warm_up_steps > 0)
      session_->run(batches_, {.steps = cell_.warm_up_steps, .timeout_s = limits.timeout_s, .stop = &limits.stop});
    if (checkpoint)
      go_on_from(*checkpoint);
    else
      session_->load(initial);
  });
  if (outcome_.status == Status::ok && limits.stop) interrupt();
}

void Trial::run_round(const Round& round) {
  assert(going());
  if (round.limits.stop) return interrupt();
  const std::int64_t steps = steps_of_round(cell_, round.number);
  std::vector<StepResult> done;  // kept outside: what ran before an error is not lost
  done.reserve(static_cast<std::size_t>(steps));
  others_.watch();
  const Repeats earlier = session_->repeats();
  const double cpu_begin_s = own_cpu_time();
  guard([&] {
    RunResult result = session_->run(batches_, {.steps = steps,
                                                .trace_steps = round.trace_steps,
                                                .timeout_s = round.limits.timeout_s,
                                                .stop = &round.limits.stop,
                                                .on_step = [&](const StepResult& step) {
                                                  done.push_back(step);
                                                  round.on_step();
                                                }});
    if (round.trace_steps > 0) outcome_.trace = std::move(result.trace);
  });
  if (!done.empty()) outcome_.cpu_s.push_back((own_cpu_time() - cpu_begin_s) / static_cast<double>(done.size()));
  outcome_.repeats = outcome_.repeats + (session_->repeats() - earlier);
  others_.pause(done.empty() ? 0 : done.back().end_s);
  outcome_.other_programs_cores = std::max(busy_before_, others_.cores());
  take_note(done);
  if (outcome_.status != Status::ok) return;
  if (std::ssize(done) < steps) return interrupt();
  if (evaluates(cell_, round.number)) {
    guard([&] {
      const int samples = data_.set().test.count();
      const int batch = std::min(test_batch, samples);
      outcome_.convergence.back().test = evaluate(cell_.network, find_backend(cell_.backend), session_->weights(),
                                                  data_.test_batches(batch), samples, batch);
    });
  }
}

Checkpoint Trial::checkpoint(const std::string& run) const {
  Checkpoint made{outcome_, session_->state()};
  made.so_far.earlier_runs.push_back(run);
  return made;
}

void Trial::go_on_from(const Checkpoint& checkpoint) {
  const Outcome& before = checkpoint.so_far;
  outcome_.earlier_runs = before.earlier_runs;
  outcome_.step_s = before.step_s;
  outcome_.cpu_s = before.cpu_s;
  outcome_.phases = before.phases;
  outcome_.convergence = before.convergence;
  outcome_.other_programs_cores = busy_before_ = before.other_programs_cores;
  session_->restore(checkpoint.state);
}

void Trial::give_up(std::string why) {
  outcome_.status = Status::interrupted;
  outcome_.message = std::move(why);
}

void Trial::guard(const std::function<void()>& work) {
  const auto end = [&](Status status, const std::string& message) {
    outcome_.status = status;
    outcome_.message = message;
  };
  try {
    work();
  } catch (const Error& error) {
    end(error.kind() == ErrorKind::wrong_result ? Status::diverged
        : error.kind() == ErrorKind::timeout    ? Status::timeout
                                                : Status::failed,
        error.kind() == ErrorKind::timeout ? fmt::format("{}; --timeout allows more", error.what()) : error.what());
  } catch (const std::bad_alloc&) {
    end(Status::failed, "out of memory");
  } catch (const std::exception& error) {
    end(Status::failed, error.what());
  }
}

void Trial::take_note(const std::vector<StepResult>& steps) {
  outcome_.add_steps(steps);
  if (steps.empty()) return;
  ConvergencePoint point;
  point.step = steps.back().step + 1;
  point.samples_seen = point.step * cell_.batch;
  point.epoch = static_cast<double>(point.samples_seen) / data_.set().train.count();
  for (const StepResult& step : steps) point.train_loss += step.loss / static_cast<double>(steps.size());
  outcome_.convergence.push_back(point);
}

}  // namespace ringside
