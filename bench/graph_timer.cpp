// The search for the fastest stretch.
#include "bench/graph_timer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "bench/statistics.h"
#include "core/graph/validate.h"
#include "core/net/init.h"

namespace ringside {
namespace {

constexpr std::uint64_t seed = 1;
constexpr float idle_rate = 1e-9F;

Network without_learning(Network network) {
  network.solver.rate = {};
  network.solver.rate.base = idle_rate;
  return network;
}

}  // namespace

GraphTimer::GraphTimer(const Network& network, StepGraph graph, const Backend& backend, const TrainingData& data)
    : graph_(std::move(graph)), batches_(data.training_batches(graph_.batch, seed)) {
  validate(graph_, network);
  session_ = std::make_unique<Session>(without_learning(network), graph_, backend, SessionOptions{.seed = seed});
  session_->load(initial_weights(network, seed));
  const RunResult warm = session_->run(batches_, {.steps = 3});
  warm_step_s_ = warm.steps[2].end_s - warm.steps[1].end_s;
}

void GraphTimer::run_round(double seconds) {
  // The first two steps fill the pipeline.
  const std::int64_t steps = 2 + std::max<std::int64_t>(2 * stretch_steps, std::llround(seconds / warm_step_s_));
  const RunResult result = session_->run(batches_, {.steps = steps, .trace_steps = steps});
  std::size_t best = 0;
  double best_s = 0;
  for (std::size_t begin = 1; begin + stretch_steps < result.steps.size(); ++begin) {
    const double took_s = result.steps[begin + stretch_steps].end_s - result.steps[begin].end_s;
    if (best > 0 && took_s >= best_s) continue;
    best = begin;
    best_s = took_s;
  }
  assert(best > 0);
  const double step_s = best_s / stretch_steps;
  if (round_step_s_.empty() || step_s < this->step_s()) {
    stretch_.times.clear();
    const std::int64_t first = result.steps[best].step;  // the step before the stretch
    std::ranges::copy_if(result.trace.times, std::back_inserter(stretch_.times), [&](const TaskTime& time) {
      return time.step >= first && time.step <= first + stretch_steps;
    });
  }
  round_step_s_.push_back(step_s);
}

double GraphTimer::step_s() const {
  return std::ranges::min(round_step_s_);
}

double GraphTimer::spread() const {
  return quantile(round_step_s_, 0.5) / step_s() - 1;
}

}  // namespace ringside
