// The waits that are kept against all edges: the same order, and none too many, by brute force on unrolled graphs.
#include "core/exec/waits.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/core/exec/random_graph.h"

namespace ringside {
namespace {

using Edges = std::vector<std::vector<Edge>>;  // of each task
using Matrix = std::vector<std::vector<bool>>;

Edges all_edges(const StepGraph& graph) {
  Edges edges;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    const auto after = graph.after(TaskId{static_cast<int>(t)});
    edges.emplace_back(after.begin(), after.end());
  }
  return edges;
}

// reaches[b][a]: in so many steps, task a (step · tasks + task) must come before b because of edges and FIFO lanes.
Matrix closure(const StepGraph& graph, const Edges& edges, int steps) {
  const int tasks = static_cast<int>(graph.tasks.size());
  const int all = steps * tasks;
  Matrix reaches(static_cast<std::size_t>(all), std::vector<bool>(static_cast<std::size_t>(all)));
  std::vector<int> last(static_cast<std::size_t>(graph.devices) * lanes_per_device, -1);
  for (int b = 0; b < all; ++b) {
    std::vector<bool>& row = reaches[static_cast<std::size_t>(b)];
    const auto add = [&](int a) {
      if (a < 0) return;
      row[static_cast<std::size_t>(a)] = true;
      for (std::size_t c = 0; c < row.size(); ++c) row[c] = row[c] || reaches[static_cast<std::size_t>(a)][c];
    };
    const auto task = static_cast<std::size_t>(b % tasks);
    int& previous = last[lane_index(graph, graph.tasks[task].op)];
    add(previous);
    previous = b;
    for (const Edge& edge : edges[task]) {
      if (b / tasks >= edge.lag) add((b / tasks - edge.lag) * tasks + static_cast<int>(edge.from));
    }
  }
  return reaches;
}

class NeededWaits : public testing::TestWithParam<unsigned> {};

TEST_P(NeededWaits, KeepTheOrderAndAreTheFewest) {
  std::mt19937 random(GetParam());
  const int devices = 1 + static_cast<int>(GetParam() % 4);
  const StepGraph graph = random_graph(random, devices, 3, 12, 4);
  const Edges waits = needed_waits(graph);
  constexpr int steps = 8;
  const Matrix expected = closure(graph, all_edges(graph), steps);
  ASSERT_EQ(closure(graph, waits, steps), expected);
  for (std::size_t t = 0; t < waits.size(); ++t) {
    for (std::size_t w = 0; w < waits[t].size(); ++w) {
      Edges fewer = waits;
      fewer[t].erase(fewer[t].begin() + static_cast<std::ptrdiff_t>(w));
      EXPECT_NE(closure(graph, fewer, steps), expected)
          << "task " << t << " needs not wait for task " << index(waits[t][w].from) << ", lag " << waits[t][w].lag;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NeededWaits, testing::Range(0U, 60U));

TEST(NeededWaits, ByHand) {
  // Device 0 sends a to device 1 in three pieces; its lane is FIFO, so device 1's sum waits for the last one alone.
  Builder builder("by hand", 2, 1);
  const Span a = builder.buffer(DeviceId{0}, 3, "a");
  const Span inbox = builder.buffer(DeviceId{1}, 3, "inbox");
  const Span sum = builder.buffer(DeviceId{1}, 3, "sum");
  for (int i = 0; i < 3; ++i) builder.add(Transfer{a.part(i, 1), inbox.part(i, 1)});
  builder.add(Reduce{inbox, sum});
  const Edges waits = needed_waits(std::move(builder).finish());
  ASSERT_EQ(waits[3], (std::vector{Edge{TaskId{2}, 0}}));
  // The first piece waits until the sum of the step before has read the inbox; the others come after the first.
  EXPECT_EQ(waits[0], (std::vector{Edge{TaskId{3}, 1}}));
  EXPECT_TRUE(waits[1].empty());
  EXPECT_TRUE(waits[2].empty());
}

}  // namespace
}  // namespace ringside
