// Costs, routes and successors of every task.
#include "core/sim/plan.h"

#include <map>
#include <utility>

#include "core/graph/lane.h"
#include "core/sim/cost.h"

namespace ringside {
namespace {

struct PlannedRoute {
  Route route;
  int first_demand = 0;
  int demand_count = 0;
};

class Planner {
 public:
  Planner(SimulationPlan& plan, const StepGraph& graph, const Network& network, const Machine& machine)
      : plan_(plan), graph_(graph), network_(network), machine_(machine), topology_(machine) {
    plan_.channels = topology_.channels();
    for (int channel = 0; channel < plan_.channels; ++channel) {
      plan_.in_order.push_back(topology_.link_of(channel).sharing == Sharing::in_order);
    }
    for (int device = 0; device < graph.devices; ++device) plan_.in_order.push_back(false);
    for (int device = 0; device < graph.devices; ++device) plan_.demands.push_back(processor(DeviceId{device}));
  }

  TaskPlan plan(const Op& op) {
    const DeviceId device = device_of(graph_, op);
    TaskPlan task;
    task.lane = static_cast<int>(index(device)) * lanes_per_device + static_cast<int>(lane_of(op));
    if (const auto* transfer = std::get_if<Transfer>(&op)) {
      const DeviceId from = graph_.buffers[index(transfer->from.buffer)].device;
      const DeviceId to = graph_.buffers[index(transfer->to.buffer)].device;
      if (from != to) {
        const PlannedRoute& way = route(from, to, device);
        task.bytes = static_cast<double>(transfer->from.count) * sizeof(float);
        task.latency_s = way.route.latency_s;
        task.amount_s = task.bytes / way.route.bytes_per_s;
        task.first_demand = way.first_demand;
        task.demand_count = way.demand_count;
        return task;
      }
    }
    task.amount_s = op_seconds(op, network_, machine_.device);
    task.first_demand = static_cast<int>(index(device));
    task.demand_count = shares_processor() ? 1 : 0;
    return task;
  }

 private:
  bool shares_processor() const { return machine_.execution.lanes_share || machine_.execution.cores > 0; }

  Demand processor(DeviceId device) const {
    const int cores = machine_.execution.cores;
    const int core = static_cast<int>(index(device)) % (cores > 0 ? cores : graph_.devices);
    return {plan_.channels + core, 1};
  }

  const PlannedRoute& route(DeviceId from, DeviceId to, DeviceId runs_on) {
    const auto [found, added] = routes_.try_emplace({from, to});
    PlannedRoute& way = found->second;
    if (!added) return way;
    way.route = topology_.route(from, to);
    way.first_demand = static_cast<int>(plan_.demands.size());
    for (const int channel : way.route.channels) {
      plan_.demands.push_back({channel, way.route.bytes_per_s / topology_.link_of(channel).bytes_per_s});
    }
    if (machine_.execution.transfers_compute && shares_processor()) plan_.demands.push_back(processor(runs_on));
    way.demand_count = static_cast<int>(plan_.demands.size()) - way.first_demand;
    return way;
  }

  SimulationPlan& plan_;
  const StepGraph& graph_;
  const Network& network_;
  const Machine& machine_;
  Topology topology_;
  std::map<std::pair<DeviceId, DeviceId>, PlannedRoute> routes_;
};

}  // namespace

SimulationPlan::SimulationPlan(const StepGraph& graph, const Network& network, const Machine& machine)
    : lanes(static_cast<std::size_t>(graph.devices) * lanes_per_device), first_successor(graph.tasks.size() + 1) {
  Planner planner(*this, graph, network, machine);
  tasks.reserve(graph.tasks.size());
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    tasks.push_back(planner.plan(graph.tasks[t].op));
    lanes[static_cast<std::size_t>(tasks.back().lane)].push_back(TaskId{static_cast<int>(t)});
  }
  // Counting sort of the edges by the task they come from.
  for (const Edge& edge : graph.edges) ++first_successor[index(edge.from) + 1];
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) first_successor[t + 1] += first_successor[t];
  std::vector<std::int64_t> next(first_successor.begin(), first_successor.end() - 1);
  successors.resize(graph.edges.size());
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    for (const Edge& edge : graph.after(TaskId{static_cast<int>(t)})) {
      successors[static_cast<std::size_t>(next[index(edge.from)]++)] = {TaskId{static_cast<int>(t)}, edge.lag};
    }
  }
}

}  // namespace ringside
