// From the intervals of tasks to results of steps.
#include "core/exec/logbook.h"

#include <algorithm>
#include <utility>

#include "core/exec/waits.h"
#include "core/exec/workspace.h"
#include "core/graph/lane.h"

namespace ringside {
namespace {

bool is_input(const StepGraph& graph, const Op& op) {
  const auto* transfer = std::get_if<Transfer>(&op);
  return transfer != nullptr && graph.buffers[index(transfer->from.buffer)].device == host;
}

}  // namespace

Logbook::Logbook(const StepGraph& graph, int steps_in_flight)
    : graph_(graph),
      steps_in_flight_(steps_in_flight),
      times_(graph.tasks.size() * static_cast<std::size_t>(steps_in_flight)),
      busy_(static_cast<std::size_t>(graph.devices) * lanes_per_device) {
  for (const Task& task : graph.tasks) lanes_.push_back(lane_index(graph, task.op));
}

void Logbook::begin(std::int64_t trace_steps) {
  trace_steps_ = trace_steps;
  traced_.clear();
  due_.clear();
  window_begins_.clear();
  for (std::vector<Busy>& busy : busy_) busy.clear();
}

std::span<Interval> Logbook::times(std::int64_t step) {
  const std::size_t tasks = graph_.tasks.size();
  return std::span(times_).subspan(static_cast<std::size_t>(turn_of(step, steps_in_flight_)) * tasks, tasks);
}

void Logbook::ended(std::int64_t step, double loss) {
  const std::span<const Interval> times = this->times(step);
  if (window_begins_.empty()) {  // the run's first step: the run began with its first task
    began_s_ = std::ranges::min(times, {}, &Interval::begin_s).begin_s;
    window_begins_.assign(static_cast<std::size_t>(graph_.devices), began_s_);
  }

  const std::vector<double>& before = due_.empty() ? window_begins_ : due_.back().compute_ends;
  Due due{step, loss, std::ranges::max(times, {}, &Interval::end_s).end_s - began_s_, before};
  for (std::size_t t = 0; t < times.size(); ++t) {
    busy_[lanes_[t]].push_back({times[t], is_input(graph_, graph_.tasks[t].op)});
    if (static_cast<Lane>(lanes_[t] % lanes_per_device) != Lane::compute) continue;
    due.compute_ends[lanes_[t] / lanes_per_device] = times[t].end_s;  // a lane is in order: the last one stays
  }
  due_.push_back(std::move(due));

  if (trace_steps_ == 0) return;
  for (std::size_t t = 0; t < times.size(); ++t) {
    traced_.push_back({TaskId{static_cast<int>(t)}, step, times[t].begin_s, times[t].end_s});
  }
  while (traced_.front().step <= step - trace_steps_) traced_.pop_front();
}

StepResult Logbook::next_result() {
  const Due due = std::move(due_.front());
  due_.pop_front();
  StepResult result{due.step, due.loss, due.end_s, {}};
  for (std::size_t d = 0; d < due.compute_ends.size(); ++d) {
    const double end = due.compute_ends[d];
    result.phases.push_back(phases_within({window_begins_[d], end}, busy_[d * lanes_per_device],
                                          busy_[d * lanes_per_device + static_cast<std::size_t>(Lane::transfer)]));
    for (std::size_t lane = 0; lane < lanes_per_device; ++lane) {
      std::erase_if(busy_[d * lanes_per_device + lane], [&](const Busy& busy) { return busy.when.end_s <= end; });
    }
  }
  window_begins_ = due.compute_ends;
  return result;
}

Trace Logbook::trace() const {
  Trace trace{{traced_.begin(), traced_.end()}};
  if (trace.times.empty()) return trace;
  const double began = std::ranges::min(trace.times, {}, &TaskTime::begin_s).begin_s;
  for (TaskTime& time : trace.times) {
    time.begin_s -= began;
    time.end_s -= began;
  }
  return trace;
}

}  // namespace ringside
