// The longest path through the tasks of some steps.
#include "tests/strategies/schedule.h"

#include <algorithm>
#include <map>

#include "core/graph/lane.h"

namespace ringside {
namespace {

double cost_of(const StepGraph& graph, const Op& op, const Costs& costs) {
  if (const auto* transfer = std::get_if<Transfer>(&op)) {
    const DeviceId from = graph.buffers[index(transfer->from.buffer)].device;
    const DeviceId to = graph.buffers[index(transfer->to.buffer)].device;
    const bool counts = from != host && to != host && from != to;
    return counts ? costs.latency + costs.per_float * static_cast<double>(transfer->from.count) : 0;
  }
  if (const auto* reduce = std::get_if<Reduce>(&op)) return costs.per_sum * static_cast<double>(reduce->source.count);
  const bool pass = std::holds_alternative<Forward>(op) || std::holds_alternative<Backward>(op);
  return pass ? costs.per_pass : 0;
}

}  // namespace

std::vector<double> step_ends(const StepGraph& graph, const Costs& costs, int steps) {
  const std::size_t tasks = graph.tasks.size();
  std::vector<double> ends(static_cast<std::size_t>(steps) * tasks);
  std::map<std::pair<DeviceId, Lane>, double> lane_ends;
  std::vector<double> step_ends(static_cast<std::size_t>(steps));
  for (std::size_t visit = 0; visit < ends.size(); ++visit) {
    const std::size_t step = visit / tasks;
    const Op& op = graph.tasks[visit % tasks].op;
    double& lane_end = lane_ends[{device_of(graph, op), lane_of(op)}];
    double begin = lane_end;
    for (const Edge& edge : graph.after(TaskId{static_cast<int>(visit % tasks)})) {
      if (static_cast<std::size_t>(edge.lag) > step) continue;
      begin = std::max(begin, ends[(step - static_cast<std::size_t>(edge.lag)) * tasks + index(edge.from)]);
    }
    ends[visit] = lane_end = begin + cost_of(graph, op, costs);
    step_ends[step] = std::max(step_ends[step], ends[visit]);
  }
  return step_ends;
}

}  // namespace ringside
