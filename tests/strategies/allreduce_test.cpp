// allreduce with more than one bucket, which the small networks of the other tests do not fill.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/graph/validate.h"
#include "tests/strategies/integer_run.h"

namespace ringside {
namespace {

// Parameters: conv 40, ip1 1024 · 256 + 256 = 262,400, ip2 2,570. The first bucket is closed by the layer with which it has
// 262,144 (1 MiB): ip2 and ip1, which have 264,970. The second one is conv's.
Network two_buckets() {
  return make_network("two_buckets", "synthetic", {.channels = 1, .height = 18, .width = 18}, {}, {},
                      {{"conv", Conv{.outputs = 4, .kernel = 3, .weights = {}, .bias = {}}},
                       {"relu", Relu{}},
                       {"ip1", Dense{.outputs = 256, .weights = {}, .bias = {}}},
                       {"ip2", Dense{.outputs = 10, .weights = {}, .bias = {}}},
                       {"loss", SoftmaxLoss{}}});
}

bool is_between_devices(const StepGraph& graph, const Task& task) {
  const auto* transfer = std::get_if<Transfer>(&task.op);
  return transfer != nullptr && graph.buffers[index(transfer->from.buffer)].device != host &&
         graph.buffers[index(transfer->to.buffer)].device != host;
}

// What must have run in this step before the task may: by edges, not by lanes.
std::set<int> before(const StepGraph& graph, int task) {
  std::set<int> all;
  for (const Edge& edge : graph.after(TaskId{task})) {
    if (edge.lag != 0 || !all.insert(static_cast<int>(edge.from)).second) continue;
    all.merge(before(graph, static_cast<int>(edge.from)));
  }
  return all;
}

TEST(Allreduce, SendsTheLastLayersWhileTheFirstAreAtWork) {
  const Network network = two_buckets();
  const StepGraph graph = find_strategy("allreduce").build({network, 2, 4});
  std::vector<std::int64_t> sizes;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    if (!is_between_devices(graph, graph.tasks[t])) continue;
    const Span& from = std::get<Transfer>(graph.tasks[t].op).from;
    sizes.push_back(from.count);
    bool after_first_layer = false;
    for (const int earlier : before(graph, static_cast<int>(t))) {
      const auto* backward = std::get_if<Backward>(&graph.tasks[static_cast<std::size_t>(earlier)].op);
      after_first_layer = after_first_layer || (backward != nullptr && backward->layer == 0);
    }
    EXPECT_EQ(after_first_layer, from.begin < network.layers[2].offset) << "task " << t;
  }
  // Two rounds of two messages a bucket, each of half of it.
  EXPECT_THAT(sizes, testing::ElementsAre(132485, 132485, 132485, 132485, 20, 20, 20, 20));
}

// By a library it is two sums, the first of which waits for no backward pass but those of its own layers.
TEST(Allreduce, ByALibrarySumsTheLastLayersWhileTheFirstAreAtWork) {
  const Network network = two_buckets();
  const StepGraph graph = find_strategy("allreduce").build({network, 2, 4, true});
  std::vector<std::int64_t> sizes;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    EXPECT_FALSE(is_between_devices(graph, graph.tasks[t]));
    const auto* part = std::get_if<AllReduce>(&graph.tasks[t].op);
    if (part == nullptr) continue;
    sizes.push_back(part->sum.count);
    for (const int earlier : before(graph, static_cast<int>(t))) {
      const auto* backward = std::get_if<Backward>(&graph.tasks[static_cast<std::size_t>(earlier)].op);
      const bool of_first_layer = backward != nullptr && backward->layer == 0;
      EXPECT_TRUE(!of_first_layer || sizes.size() > 2) << "task " << t;
    }
  }
  EXPECT_THAT(sizes, testing::ElementsAre(264970, 264970, 40, 40));
}

TEST(Allreduce, WithTwoBucketsEqualsTheTextbookBitForBit) {
  constexpr int steps = 2;
  const Network network = two_buckets();
  const auto seed = static_cast<std::uint64_t>(GTEST_FLAG_GET(random_seed));
  for (const int devices : {2, 3, 4}) {
    const StepSpec spec{network, devices, 4, devices % 2 == 0};
    const StepGraph graph = find_strategy("allreduce").build(spec);
    ASSERT_NO_THROW(validate(graph, network));
    const Expectation expectation(spec, Meaning::sgd, graph.shards, steps);
    const Unrolled unrolled(graph, steps, Discipline::edges_alone);
    const auto difference = expectation.difference(graph, unrolled.at_random(seed));
    EXPECT_FALSE(difference) << *difference << ": " << devices << " devices, seed " << seed;
  }
}

}  // namespace
}  // namespace ringside
