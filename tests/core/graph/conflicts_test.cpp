// The derived edges against brute force: they order exactly what any two conflicting accesses order.
#include <gtest/gtest.h>

#include <random>

#include "tests/core/graph/hand_made.h"

namespace ringside {
namespace {

constexpr int steps = 6;

// Which visit (step · tasks + task) must come before which, directly or not.
using Before = std::vector<std::vector<bool>>;

void close(Before& before) {
  for (std::size_t middle = 0; middle < before.size(); ++middle) {
    for (std::size_t early = 0; early < before.size(); ++early) {
      if (!before[early][middle]) continue;
      for (std::size_t late = 0; late < before.size(); ++late) {
        if (before[middle][late]) before[early][late] = true;
      }
    }
  }
}

bool overlap(const StepGraph& graph, const Span& a, int step_a, const Span& b, int step_b) {
  if (a.buffer != b.buffer) return false;
  const int copies = graph.buffers[index(a.buffer)].copies;
  if ((step_a - a.age - (step_b - b.age)) % copies != 0) return false;
  return a.begin < b.begin + b.count && b.begin < a.begin + a.count;
}

bool conflict(const StepGraph& graph, const Op& a, int step_a, const Op& b, int step_b) {
  const auto meet = [&](const SpanList& some, const SpanList& others) {
    for (const Span& one : some) {
      for (const Span& other : others) {
        if (overlap(graph, one, step_a, other, step_b)) return true;
      }
    }
    return false;
  };
  const Accesses x = accesses(a), y = accesses(b);
  return meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes);
}

Before by_conflicts(const StepGraph& graph) {
  const std::size_t tasks = graph.tasks.size();
  Before before(steps * tasks, std::vector<bool>(steps * tasks));
  for (std::size_t late = 0; late < before.size(); ++late) {
    for (std::size_t early = 0; early < late; ++early) {
      before[early][late] = conflict(graph, graph.tasks[early % tasks].op, static_cast<int>(early / tasks),
                                     graph.tasks[late % tasks].op, static_cast<int>(late / tasks));
    }
  }
  close(before);
  return before;
}

Before by_edges(const StepGraph& graph) {
  const std::size_t tasks = graph.tasks.size();
  Before before(steps * tasks, std::vector<bool>(steps * tasks));
  for (std::size_t late = 0; late < before.size(); ++late) {
    for (const Edge& edge : graph.after(TaskId{static_cast<int>(late % tasks)})) {
      const auto step = static_cast<int>(late / tasks) - edge.lag;
      if (step >= 0) before[static_cast<std::size_t>(step) * tasks + index(edge.from)][late] = true;
    }
  }
  close(before);
  return before;
}

StepGraph random_graph(std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  const auto draw = [&](int count) { return static_cast<int>(generator() % static_cast<std::uint64_t>(count)); };
  HandMade hand;
  std::vector<Span> buffers;
  std::vector<int> copies;
  for (int b = 0; b < 3; ++b) {
    copies.push_back(1 + draw(4));
    buffers.push_back(hand.buffer(8, copies.back()));
  }
  const auto span = [&](int count) {
    const auto b = static_cast<std::size_t>(draw(3));
    const int age = draw(2 * copies[b] - 1) - (copies[b] - 1);
    return buffers[b].aged(age).part(draw(9 - count), count);
  };
  for (int op = 2 + draw(7); op > 0; --op) {
    const int count = 1 + draw(4);
    if (draw(3) == 0) {
      hand.add(span(count), span(count));
    } else if (draw(3) == 0) {
      hand.builder.add(Update{0, 0, span(count), span(count), span(count), draw(2) == 0 ? Span{} : span(count)});
    } else {
      hand.copy(span(count), span(count));
    }
  }
  return hand.finish();
}

TEST(Conflicts, AreOrderedByTheEdgesAndNothingElseIs) {
  const auto first = static_cast<std::uint64_t>(GTEST_FLAG_GET(random_seed));
  for (std::uint64_t seed = first; seed < first + 500; ++seed) {
    const StepGraph graph = random_graph(seed);
    ASSERT_EQ(by_edges(graph), by_conflicts(graph)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ringside
