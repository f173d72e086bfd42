// Costs, routes and successors of every task.
#include "core/sim/plan.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/base/match.h"
#include "core/graph/lane.h"
#include "core/sim/cost.h"

namespace ringside {
namespace {

struct PlannedRoute {
  Route route;
  int first_demand = 0;
  int demand_count = 0;
};

// All that the cost of an op depends on, packed: there are few different ones among millions of ops.
struct CostKey {
  std::uint64_t what = 0;  // kind, and layer, if any
  std::uint64_t size = 0;
  bool operator==(const CostKey&) const = default;
};

struct CostKeyHash {
  std::size_t operator()(const CostKey& key) const {
    return static_cast<std::size_t>((key.what * 0x9e37'79b9'7f4a'7c15ULL) ^ (key.size * 0xff51'afd7'ed55'8ccdULL));
  }
};

std::uint64_t packed(int high, int low) {
  return (static_cast<std::uint64_t>(high) << 32U) | static_cast<std::uint32_t>(low);
}

CostKey cost_key(const StepGraph& graph, const Op& op) {
  const auto moved = [&](std::int64_t floats, bool momentum = false) {
    return CostKey{4 + 2 * static_cast<std::uint64_t>(*move_of(graph, op)) + (momentum ? 1 : 0),
                   static_cast<std::uint64_t>(floats)};
  };
  return match(
      op,
      [](const Forward& f) {
        return CostKey{packed(f.layer, 0), packed(f.channels.count, f.samples.count)};
      },
      [](const Backward& b) {
        return CostKey{packed(b.layer, b.input_gradient.empty() ? 1 : 2), packed(b.channels.count, b.samples.count)};
      },
      [](const CopyChannels& c) {
        return CostKey{3,
                       (static_cast<std::uint64_t>(c.samples * c.pixels) << 20U) + static_cast<std::uint64_t>(c.count)};
      },
      [&](const Transfer& t) { return moved(t.from.count); }, [&](const Reduce& r) { return moved(r.into.count); },
      [](const AllReduce& a) {
        return CostKey{4 + 2 * move_kinds, static_cast<std::uint64_t>(a.sum.count)};
      },
      [&](const Update& u) { return moved(u.weights.count, !u.momentum.empty()); });
}

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
    const std::optional<double> seconds = cost(op);
    if (const auto* transfer = std::get_if<Transfer>(&op)) {
      const DeviceId from = graph_.buffers[index(transfer->from.buffer)].device;
      const DeviceId to = graph_.buffers[index(transfer->to.buffer)].device;
      if (from != to) {
        const PlannedRoute& way = route(from, to, device);
        task.bytes = static_cast<double>(transfer->from.count) * sizeof(float);
        // A message that was measured took its latency along.
        task.latency_s = seconds ? 0 : way.route.latency_s;
        task.amount_s = std::max(seconds.value_or(0), task.bytes / way.route.bytes_per_s);
        task.first_demand = way.first_demand;
        task.demand_count = way.demand_count;
        return task;
      }
    }
    if (const auto* part = std::get_if<AllReduce>(&op)) {
      const PlannedRoute& way = route(device, DeviceId{(part->part + 1) % part->parts}, device);
      const double rounds = 2 * (part->parts - 1);
      const double chunk = static_cast<double>(chunk_floats(*part)) * sizeof(float);
      task.bytes = rounds * static_cast<double>(part->sum.count) * sizeof(float) / part->parts;
      task.latency_s = rounds * way.route.latency_s;
      task.amount_s = rounds * chunk / way.route.bytes_per_s + *seconds;
      task.first_demand = way.first_demand;
      task.demand_count = way.demand_count;
      return task;
    }
    task.amount_s = *seconds;
    task.first_demand = static_cast<int>(index(device));
    task.demand_count = shares_processor() ? 1 : 0;
    return task;
  }

 private:
  std::optional<double> cost(const Op& op) {
    const auto [found, added] = costs_.try_emplace(cost_key(graph_, op));
    if (!added) return found->second;
    found->second = op_seconds(graph_, op, network_, machine_.device);
    if (found->second) *found->second *= crowding();
    return found->second;
  }

  // Between a device alone and all of them at work.
  double crowding() const {
    const int most = machine_.devices() - 1;
    return most == 0 ? 1 : 1 + (machine_.execution.crowding - 1) * (graph_.devices - 1) / most;
  }

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
  std::unordered_map<CostKey, std::optional<double>, CostKeyHash> costs_;
};

}  // namespace

SimulationPlan::SimulationPlan(const StepGraph& graph, const Network& network, const Machine& machine)
    : lanes(static_cast<std::size_t>(graph.devices) * lanes_per_device), first_successor(graph.tasks.size() + 1) {
  Planner planner(*this, graph, network, machine);
  tasks.reserve(graph.tasks.size());
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    tasks.push_back(planner.plan(graph.tasks[t].op));
    tasks.back().together = together_with(graph, TaskId{static_cast<int>(t)});
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
