// Every edge is there for a reason: without it either other edges say the same, or some order gives a wrong result.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/strategies/integer_run.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int steps = 5;

enum class Fate { implied, missed, harmless };

// What becomes of a graph without one edge of `task`.
Fate fate_without(std::size_t edge, TaskId task, const StepGraph& graph, const Expectation& expectation) {
  const Unrolled unrolled(graph, steps, Discipline::edges_alone, edge);
  Fate fate = Fate::implied;
  for (int step = 0; step < steps; ++step) {
    const TaskAt later{task, step};
    const TaskAt earlier{graph.edges[edge].from, step - graph.edges[edge].lag};
    if (!unrolled.runs(earlier) || unrolled.waits_for(later, earlier)) continue;
    for (const Order& order : {unrolled.as_early_as_can_be(later), unrolled.as_late_as_can_be(earlier)}) {
      if (expectation.difference(graph, order)) return Fate::missed;
    }
    fate = Fate::harmless;
  }
  return fate;
}

struct DroppedEdgesCase {
  std::string_view strategy;
  int devices;
  std::vector<std::string> harmless;
};

std::ostream& operator<<(std::ostream& out, const DroppedEdgesCase& c) {
  return out << c.strategy;
}

class DroppedEdges : public testing::TestWithParam<DroppedEdgesCase> {};

TEST_P(DroppedEdges, AreMissedUnlessOthersImplyThem) {
  const auto& [name, devices, expected_harmless] = GetParam();
  const Strategy& strategy = find_strategy(name);
  const Network& network = small_network("windows");
  const StepSpec spec{network, devices, 6};
  const StepGraph graph = strategy.build(spec);
  const Expectation expectation(spec, strategy.meaning, graph.shards, steps);
  std::map<Fate, int> counts;
  std::vector<std::string> harmless;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    const TaskId task{static_cast<int>(t)};
    const auto first = static_cast<std::size_t>(graph.tasks[t].first_edge);
    for (std::size_t e = 0; e < graph.after(task).size(); ++e) {
      const Fate fate = fate_without(first + e, task, graph, expectation);
      ++counts[fate];
      if (fate != Fate::harmless) continue;
      harmless.push_back(fmt::format("{}, {}", task_text(graph, network, graph.edges[first + e].from),
                                     task_text(graph, network, task)));
    }
  }
  EXPECT_THAT(harmless, testing::UnorderedElementsAreArray(expected_harmless));
  EXPECT_GT(counts[Fate::missed], 30);
  RecordProperty("missed", counts[Fate::missed]);
  RecordProperty("implied", counts[Fate::implied]);
}

// What is left over, and why it does no harm.
const std::vector<DroppedEdgesCase> cases{
    {"single", 1, {}},
    {"independent", 2, {}},
    {"master_slave", 3, {}},
    {"reduction_tree", 4, {}},
    // accesses() has every backward pass read its layer's output; a convolution makes no use of it.
    {"ring_delayed",
     3,
     {"backward conv1 on 0, forward conv1 on 0", "backward conv1 on 1, forward conv1 on 1",
      "backward conv1 on 2, forward conv1 on 2"}},
    // Device 0 alone reports losses; what the others make of their labels in the forward pass, nobody reads.
    {"model_parallel", 3, {"transfer host→1 labels, forward loss on 1", "transfer host→2 labels, forward loss on 2"}},
};

INSTANTIATE_TEST_SUITE_P(All, DroppedEdges, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.strategy); });

}  // namespace
}  // namespace ringside
