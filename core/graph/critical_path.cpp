// Walks a trace backwards.
#include "core/graph/critical_path.h"

#include <algorithm>
#include <cstddef>

#include "core/graph/lane.h"

namespace ringside {
namespace {

class Walk {
 public:
  Walk(const StepGraph& graph, const Trace& trace)
      : graph_(graph), trace_(trace), lane_before_(graph.tasks.size(), -1) {
    std::int64_t last = 0;
    first_ = trace.times.front().step;
    for (const TaskTime& time : trace.times) {
      first_ = std::min(first_, time.step);
      last = std::max(last, time.step);
    }
    places_.assign(graph.tasks.size() * static_cast<std::size_t>(last - first_ + 1), -1);
    for (std::size_t i = 0; i < trace.times.size(); ++i) {
      places_[moment(trace.times[i].task, trace.times[i].step)] = static_cast<std::ptrdiff_t>(i);
    }
    // In a lane's first task of a step, the one before it is the lane's last of the step before.
    lane_last_.assign(static_cast<std::size_t>(graph.devices) * lanes_per_device, -1);
    for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
      std::ptrdiff_t& latest = lane_last_[lane_of_task(t)];
      lane_before_[t] = latest;
      latest = static_cast<std::ptrdiff_t>(t);
    }
  }

  // What `time` waited for last; null if for nothing that the trace holds.
  const TaskTime* before(const TaskTime& time) const {
    const TaskTime* latest = nullptr;
    const auto consider = [&](TaskId task, std::int64_t step) {
      const TaskTime* other = find(task, step);
      if (other != nullptr && (latest == nullptr || other->end_s > latest->end_s)) latest = other;
    };
    const Together all = together_with(graph_, time.task);
    for (std::size_t task = index(all.first); task < index(all.first) + static_cast<std::size_t>(all.count); ++task) {
      for (const Edge& edge : graph_.after(TaskId{static_cast<int>(task)})) consider(edge.from, time.step - edge.lag);
      const bool wraps = lane_before_[task] < 0;
      const std::ptrdiff_t neighbour = wraps ? lane_last_[lane_of_task(task)] : lane_before_[task];
      consider(TaskId{static_cast<int>(neighbour)}, time.step - (wraps ? 1 : 0));
    }
    return latest;
  }

 private:
  std::size_t lane_of_task(std::size_t task) const {
    const Op& op = graph_.tasks[task].op;
    return index(device_of(graph_, op)) * lanes_per_device + static_cast<std::size_t>(lane_of(op));
  }
  std::size_t moment(TaskId task, std::int64_t step) const {
    return static_cast<std::size_t>(step - first_) * graph_.tasks.size() + index(task);
  }
  const TaskTime* find(TaskId task, std::int64_t step) const {
    if (step < first_) return nullptr;
    const std::ptrdiff_t place = places_[moment(task, step)];
    return place < 0 ? nullptr : &trace_.times[static_cast<std::size_t>(place)];
  }

  const StepGraph& graph_;
  const Trace& trace_;
  std::int64_t first_ = 0;
  std::vector<std::ptrdiff_t> places_;  // of each task in each step, in the trace; -1: not there
  std::vector<std::ptrdiff_t>
      lane_before_;                        // of each task: the one before it in its lane and step; -1: it is the first
  std::vector<std::ptrdiff_t> lane_last_;  // of each lane
};

}  // namespace

std::vector<TaskTime> critical_path(const StepGraph& graph, const Trace& trace) {
  std::vector<TaskTime> path;
  if (trace.times.empty()) return path;
  const Walk walk(graph, trace);
  const auto last = std::ranges::max_element(trace.times, {}, &TaskTime::end_s);
  for (const TaskTime* time = &*last; time != nullptr; time = walk.before(*time)) path.push_back(*time);
  return path;
}

}  // namespace ringside
