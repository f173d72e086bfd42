// The tasks of some steps as one graph without a cycle, and walks through it.
#include "tests/strategies/legal_orders.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <random>

#include "core/graph/lane.h"

namespace ringside {
namespace {

bool comes_from_host(const StepGraph& graph, const Op& op) {
  const auto* transfer = std::get_if<Transfer>(&op);
  return transfer != nullptr && graph.buffers[index(transfer->from.buffer)].device == host;
}

}  // namespace

Unrolled::Unrolled(const StepGraph& graph, int steps, Discipline discipline, std::optional<std::size_t> dropped)
    : graph_(graph), tasks_(graph.tasks.size()) {
  const std::size_t nodes = static_cast<std::size_t>(steps + 1) * tasks_;
  present_.resize(nodes);
  before_.resize(nodes);
  after_.resize(nodes);
  const auto connect = [&](std::size_t from, std::size_t to) {
    before_[to].push_back(from);
    after_[from].push_back(to);
  };
  std::map<std::pair<DeviceId, Lane>, std::size_t> last_in_lane;
  for (std::size_t n = 0; n < nodes; ++n) {
    const TaskAt here = at(n);
    const Op& op = graph.tasks[index(here.task)].op;
    present_[n] = here.step >= 0 || comes_from_host(graph, op);
    if (!present_[n]) continue;
    // No part of an all-reduce ends before all have begun: each waits for what any of them waits for.
    const Together all = together_with(graph, here.task);
    for (std::size_t t = index(all.first); t < index(all.first) + static_cast<std::size_t>(all.count); ++t) {
      const auto first = static_cast<std::size_t>(graph.tasks[t].first_edge);
      const auto edges = graph.after(TaskId{static_cast<int>(t)});
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (dropped == first + e || here.step - edges[e].lag < -1) continue;
        const std::size_t from = node({edges[e].from, here.step - edges[e].lag});
        if (present_[from]) connect(from, n);
      }
    }
    if (discipline != Discipline::lanes_too) continue;
    const auto [lane, is_new] = last_in_lane.try_emplace({device_of(graph, op), lane_of(op)}, n);
    if (!is_new) connect(lane->second, n);
    lane->second = n;
  }
}

std::size_t Unrolled::size() const {
  return static_cast<std::size_t>(std::ranges::count(present_, true));
}

Order Unrolled::by_key(const std::vector<double>& keys) const {
  using Ready = std::pair<double, std::size_t>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  std::vector<std::size_t> waiting(before_.size());
  for (std::size_t n = 0; n < before_.size(); ++n) {
    waiting[n] = before_[n].size();
    if (present_[n] && waiting[n] == 0) ready.emplace(keys[n], n);
  }
  Order order;
  while (!ready.empty()) {
    const std::size_t n = ready.top().second;
    ready.pop();
    order.push_back(at(n));
    for (const std::size_t next : after_[n]) {
      if (--waiting[next] == 0) ready.emplace(keys[next], next);
    }
  }
  return order;
}

Order Unrolled::in_emission_order() const {
  std::vector<double> keys(before_.size());
  for (std::size_t n = 0; n < keys.size(); ++n) keys[n] = static_cast<double>(n);
  return by_key(keys);
}

Order Unrolled::at_random(std::uint64_t seed) const {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> of_device(static_cast<std::size_t>(graph_.devices)), of_task(tasks_);
  for (double& key : of_device) key = uniform(generator);
  for (double& key : of_task) key = uniform(generator);
  const std::uint64_t taste = generator() % 5;
  std::vector<double> keys(before_.size());
  for (std::size_t n = 0; n < keys.size(); ++n) {
    const TaskAt here = at(n);
    const double draw = uniform(generator);
    switch (taste) {
      case 0:
        keys[n] = draw;
        break;
      case 1:  // a device at a time
        keys[n] = 10 * of_device[index(device_of(graph_, graph_.tasks[index(here.task)].op))] + draw;
        break;
      case 2:  // the same task of all steps
        keys[n] = 10 * of_task[index(here.task)] + draw;
        break;
      case 3:  // the latest step first
        keys[n] = draw - 10 * here.step;
        break;
      default:  // the last task first
        keys[n] = -static_cast<double>(n);
    }
  }
  return by_key(keys);
}

std::vector<bool> Unrolled::reached(std::size_t from, const std::vector<std::vector<std::size_t>>& edges) const {
  std::vector<bool> seen(edges.size());
  std::vector<std::size_t> open{from};
  seen[from] = true;
  while (!open.empty()) {
    const std::size_t n = open.back();
    open.pop_back();
    for (const std::size_t next : edges[n]) {
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

Order Unrolled::as_early_as_can_be(TaskAt early) const {
  const std::vector<bool> needed = reached(node(early), before_);
  std::vector<double> keys(before_.size());
  for (std::size_t n = 0; n < keys.size(); ++n) keys[n] = static_cast<double>(n) + (needed[n] ? 0 : 1e9);
  return by_key(keys);
}

Order Unrolled::as_late_as_can_be(TaskAt late) const {
  const std::vector<bool> waiting = reached(node(late), after_);
  std::vector<double> keys(before_.size());
  for (std::size_t n = 0; n < keys.size(); ++n) keys[n] = static_cast<double>(n) + (waiting[n] ? 1e9 : 0);
  return by_key(keys);
}

bool Unrolled::waits_for(TaskAt later, TaskAt earlier) const {
  return reached(node(earlier), after_)[node(later)];
}

}  // namespace ringside
