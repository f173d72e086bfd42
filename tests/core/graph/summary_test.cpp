// What a graph moves, keeps and does, counted and told.
#include "core/graph/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/graph/builder.h"
#include "strategies/strategy.h"
#include "tests/core/net/networks.h"

namespace ringside {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// 3 values → 2 outputs, 2 classes: 8 parameters.
Network small() {
  return network_of({3, 1, 1}, {{"ip", Dense{2, {}, {}}}, {"loss", SoftmaxLoss{}}});
}

// Device 0 fetches, copies to itself, sends 5 and 2 floats to device 1, which sends 1 back and reports.
StepGraph hand_made() {
  Builder builder("hand_made", 2, 4);
  const Span images = builder.buffer(host, 6, "images", 2);
  const Span a = builder.buffer(DeviceId{0}, 10, "a", 2);
  const Span b = builder.buffer(DeviceId{0}, 20, "b");
  const Span c = builder.buffer(DeviceId{1}, 7, "c", 3);
  builder.shards({{0, 3}, {3, 1}});
  builder.add(Transfer{images, a.part(0, 6)});
  builder.add(Transfer{a, b.part(0, 10)});
  builder.add(Transfer{a.part(0, 5), c.part(0, 5)});
  builder.add(Transfer{a.part(0, 2), c.part(5, 2)});
  builder.add(Transfer{c.part(0, 1), b.part(10, 1)});
  builder.add(Transfer{c.part(0, 1), images.part(0, 1)});
  builder.add(Update{0, 0, b.part(0, 5), b.part(5, 5), b.part(5, 5), {}});
  builder.add(Update{0, 0, a.part(0, 5).aged(1), b.part(5, 5), b.part(5, 5), {}});
  return std::move(builder).finish();
}

TEST(Summary, CountsTransfersBetweenDevicesAlone) {
  const Summary summary = summarize(hand_made());
  EXPECT_EQ(summary.traffic, (Traffic{3, 8}));
  EXPECT_THAT(summary.sent, ElementsAre(Traffic{2, 7}, Traffic{1, 1}));
}

TEST(Summary, CountsAllCopiesOfABuffer) {
  const Summary summary = summarize(hand_made());
  EXPECT_THAT(summary.device_bytes, ElementsAre(4 * (2 * 10 + 20), 4 * 3 * 7));
  EXPECT_EQ(summary.host_bytes, 4 * 2 * 6);
}

TEST(Summary, TheDelayIsThatOfTheOldestGradient) {
  EXPECT_EQ(summarize(hand_made()).delay, 1);
  const Network network = small();
  EXPECT_EQ(summarize(find_strategy("single").build({network, 1, 2})).delay, 0);
  EXPECT_EQ(summarize(find_strategy("ring_delayed").build({network, 2, 2})).delay, 1);
}

TEST(Summary, CountsTasksAndEdges) {
  const StepGraph graph = hand_made();
  EXPECT_EQ(summarize(graph).tasks, 8);
  int edges = 0;
  for (int t = 0; t < 8; ++t) edges += static_cast<int>(graph.after(TaskId{t}).size());
  EXPECT_EQ(summarize(graph).edges, edges);
}

TEST(SummaryText, TellsAGraph) {
  const Network network = small();
  EXPECT_EQ(summary_text(find_strategy("master_slave").build({network, 2, 3}), network),
            R"(master_slave · test · 2 devices · batch 3

18 tasks a step, 59 edges
  forward               4
  backward              4
  transfer              8
  reduce                1
  update                1

device    samples    memory (MB)   messages      sent (MB)
0               2          0.000          1          0.000
1               1          0.000          1          0.000
host                       0.000                     0.000
between                                   2          0.000

Updates apply the gradient of their own step.
)");
}

TEST(SummaryText, SaysHowLateUpdatesAre) {
  const Network network = small();
  EXPECT_THAT(summary_text(find_strategy("ring_delayed").build({network, 2, 3}), network),
              HasSubstr("Updates apply a gradient 1 step old.\n"));
  EXPECT_THAT(summary_text(find_strategy("single").build({network, 1, 3}), network), HasSubstr("· 1 device · batch 3"));
}

TEST(TaskText, NamesLayerDeviceAndBuffer) {
  const Network network = small();
  const StepGraph graph = find_strategy("master_slave").build({network, 2, 3});
  std::vector<std::string> texts;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    texts.push_back(task_text(graph, network, TaskId{static_cast<int>(t)}));
  }
  EXPECT_THAT(texts,
              ElementsAre("transfer host→0 images", "transfer host→0 labels", "transfer host→1 images",
                          "transfer host→1 labels", "forward ip on 0", "forward loss on 0", "backward loss on 0",
                          "backward ip on 0", "forward ip on 1", "forward loss on 1", "backward loss on 1",
                          "backward ip on 1", "transfer 0→host loss", "transfer 1→host loss", "transfer 1→0 gradient",
                          "reduce inbox into gradient on 0", "update ip on 0", "transfer 0→1 weights"));
}

TEST(TaskText, OfACopyOfChannels) {
  StepGraph graph = hand_made();
  graph.tasks[0].op = CopyChannels{{BufferId{1}, 0, 0, 1}, {BufferId{2}, 0, 0, 1}, 1, 1, 0, 1, 0, 1, 1};
  EXPECT_EQ(task_text(graph, small(), TaskId{0}), "copy channels a→b on 0");
}

}  // namespace
}  // namespace ringside
