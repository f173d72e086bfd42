// The orders that strategies are tried in are legal, whole, and different.
#include "tests/strategies/legal_orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/graph/lane.h"
#include "strategies/strategy.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int steps = 3;

using Place = std::map<std::pair<int, int>, std::size_t>;  // (step, task) → place in the order

Place places_in(const Order& order) {
  Place places;
  for (std::size_t i = 0; i < order.size(); ++i) places[{order[i].step, static_cast<int>(order[i].task)}] = i;
  return places;
}

void expect_legal(const StepGraph& graph, const Order& order) {
  const Place places = places_in(order);
  ASSERT_EQ(places.size(), order.size()) << "nothing runs twice";
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    for (int step = 0; step < steps; ++step) {
      const auto place = places.find({step, static_cast<int>(t)});
      ASSERT_NE(place, places.end()) << "task " << t << " of step " << step << " never runs";
      for (const Edge& edge : graph.after(TaskId{static_cast<int>(t)})) {
        const auto before = places.find({step - edge.lag, static_cast<int>(edge.from)});
        if (before != places.end()) {
          EXPECT_LT(before->second, place->second);
        }
      }
    }
  }
}

class LegalOrders : public testing::Test {
 protected:
  const StepGraph graph = find_strategy("ring_delayed").build({small_network("tiny"), 3, 4});
};

TEST_F(LegalOrders, KeepEveryEdge) {
  const Unrolled unrolled(graph, steps);
  expect_legal(graph, unrolled.in_emission_order());
  for (std::uint64_t seed = 0; seed < 20; ++seed) expect_legal(graph, unrolled.at_random(seed));
}

TEST_F(LegalOrders, BeginWithTheFirstBatchFromTheHost) {
  const Order order = Unrolled(graph, steps).in_emission_order();
  EXPECT_EQ(order.size(), steps * graph.tasks.size() + 6) << "3 devices fetch images and labels";
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i].step == -1, i < 6);
}

TEST_F(LegalOrders, KeepLanesIfTold) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Order order = Unrolled(graph, steps, Discipline::lanes_too).at_random(seed);
    expect_legal(graph, order);
    std::map<std::pair<DeviceId, Lane>, std::pair<int, TaskId>> last;
    for (const TaskAt& next : order) {
      const Op& op = graph.tasks[index(next.task)].op;
      auto& [step, task] = last.try_emplace({device_of(graph, op), lane_of(op)}, -2, TaskId{0}).first->second;
      EXPECT_LT(std::pair(step, task), std::pair(next.step, next.task));
      step = next.step;
      task = next.task;
    }
  }
}

TEST_F(LegalOrders, AreManyAndLetStepsOverlap) {
  const Unrolled unrolled(graph, steps);
  std::set<std::vector<std::pair<int, TaskId>>> different;
  int overlapping = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<std::pair<int, TaskId>> order;
    for (const TaskAt& next : unrolled.at_random(seed)) order.emplace_back(next.step, next.task);
    const bool sorted = std::ranges::is_sorted(order, {}, &std::pair<int, TaskId>::first);
    if (!sorted) ++overlapping;
    different.insert(order);
  }
  EXPECT_GT(different.size(), 30U);
  EXPECT_GT(overlapping, 30);
}

TEST_F(LegalOrders, AsEarlyAndAsLateAsCanBe) {
  const Unrolled unrolled(graph, steps);
  for (int t = 0; t < static_cast<int>(graph.tasks.size()); ++t) {
    const TaskAt it{TaskId{t}, 1};
    const auto split = [&](const Order& order) {
      expect_legal(graph, order);
      const std::size_t place = places_in(order).at({it.step, t});
      return std::pair(Order(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(place)),
                       Order(order.begin() + static_cast<std::ptrdiff_t>(place) + 1, order.end()));
    };
    for (const TaskAt& before : split(unrolled.as_early_as_can_be(it)).first) {
      EXPECT_TRUE(unrolled.waits_for(it, before)) << "task " << t << " could be earlier";
    }
    for (const TaskAt& after : split(unrolled.as_late_as_can_be(it)).second) {
      EXPECT_TRUE(unrolled.waits_for(after, it)) << "task " << t << " could be later";
    }
  }
}

TEST_F(LegalOrders, ADroppedEdgeHoldsNothingBack) {
  // The first sum of device 1 waits for what device 0 sends.
  std::size_t edge = graph.edges.size();
  for (std::size_t t = 0; t < graph.tasks.size() && edge == graph.edges.size(); ++t) {
    if (!std::holds_alternative<Reduce>(graph.tasks[t].op)) continue;
    for (std::size_t e = 0; e < static_cast<std::size_t>(graph.tasks[t].edge_count); ++e) {
      const std::size_t candidate = static_cast<std::size_t>(graph.tasks[t].first_edge) + e;
      const Edge& it = graph.edges[candidate];
      if (it.lag != 0 || !std::holds_alternative<Transfer>(graph.tasks[index(it.from)].op)) continue;
      edge = candidate;
      const TaskAt reduce{TaskId{static_cast<int>(t)}, 1}, transfer{it.from, 1};
      EXPECT_TRUE(Unrolled(graph, steps).waits_for(reduce, transfer));
      EXPECT_FALSE(Unrolled(graph, steps, Discipline::edges_alone, edge).waits_for(reduce, transfer));
      break;
    }
  }
  EXPECT_LT(edge, graph.edges.size());
}

}  // namespace
}  // namespace ringside
