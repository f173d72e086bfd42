// Follows every lane through the trace.
#include "bench/task_seconds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "bench/statistics.h"
#include "core/exec/waits.h"
#include "core/graph/lane.h"

namespace ringside {
namespace {

// A task in a step, what its lane did before it, and the last of another lane's that it waited for.
struct Occurrence {
  TaskTime time;
  std::size_t lane = 0;
  std::optional<double> free_s;   // since when the lane was idle
  std::optional<double> ready_s;  // when what it waited for in other lanes had ended
  std::size_t ready_lane = 0;     // which lane that was
};

std::vector<Occurrence> occurrences(const StepGraph& graph, const Trace& trace) {
  std::map<std::pair<std::int64_t, TaskId>, const TaskTime*> found;
  for (const TaskTime& time : trace.times) found[{time.step, time.task}] = &time;
  std::map<std::size_t, double> lane_end;
  std::vector<Occurrence> all;
  for (const auto& [when, time] : found) {  // step by step, in emission order: so is every lane
    Occurrence one{*time, lane_index(graph, graph.tasks[index(time->task)].op), {}, {}, 0};
    if (const auto end = lane_end.find(one.lane); end != lane_end.end()) one.free_s = end->second;
    for (const Edge& edge : graph.after(time->task)) {
      const auto from = found.find({time->step - edge.lag, edge.from});
      const std::size_t lane = lane_index(graph, graph.tasks[index(edge.from)].op);
      if (from == found.end() || lane == one.lane || (one.ready_s && from->second->end_s <= *one.ready_s)) continue;
      one.ready_s = from->second->end_s;
      one.ready_lane = lane;
    }
    lane_end[one.lane] = time->end_s;
    all.push_back(one);
  }
  return all;
}

// The lane went on at once.
bool follows(const Occurrence& one) {
  return one.free_s && (!one.ready_s || *one.ready_s <= *one.free_s);
}

}  // namespace

std::vector<double> task_seconds(const StepGraph& graph, const Trace& trace) {
  // A longer gap is another thread's turn on the core.
  constexpr double short_gap_s = 2e-6;
  std::vector<std::vector<double>> seconds(graph.tasks.size());
  for (const Occurrence& one : occurrences(graph, trace)) {
    const double gap_s = follows(one) ? one.time.begin_s - *one.free_s : 0;
    const double begin_s = gap_s < short_gap_s ? one.time.begin_s - gap_s : one.time.begin_s;
    seconds[index(one.time.task)].push_back(one.time.end_s - begin_s);
  }
  std::vector<double> medians;
  for (const std::vector<double>& each : seconds) medians.push_back(each.empty() ? 0 : quantile(each, 0.5));
  return medians;
}

std::vector<Handover> handovers(const StepGraph& graph, const Trace& trace) {
  std::vector<Handover> all;
  for (const Occurrence& one : occurrences(graph, trace)) {
    if (!one.free_s || !one.ready_s || *one.ready_s <= *one.free_s) continue;
    all.push_back({one.lane / lanes_per_device == one.ready_lane / lanes_per_device, *one.ready_s - *one.free_s,
                   std::max(0.0, one.time.begin_s - *one.ready_s)});
  }
  return all;
}

std::vector<double> gaps(const StepGraph& graph, const Trace& trace) {
  std::vector<double> all;
  for (const Occurrence& one : occurrences(graph, trace))
    if (follows(one)) all.push_back(one.time.begin_s - *one.free_s);
  return all;
}

}  // namespace ringside
