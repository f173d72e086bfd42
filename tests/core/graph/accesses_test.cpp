// What each op reads and writes, and where it runs.
#include <gtest/gtest.h>

#include "tests/core/graph/hand_made.h"

namespace ringside {
namespace {

// The first of ten floats of a buffer of its own.
Span span(int buffer) {
  return {BufferId{buffer}, 0, 0, 10};
}

std::vector<int> buffers_of(const SpanList& spans) {
  std::vector<int> buffers;
  for (const Span& s : spans) buffers.push_back(static_cast<int>(s.buffer));
  return buffers;
}

using Ints = std::vector<int>;

void expect_accesses(const Op& op, const Ints& reads, const Ints& writes) {
  const Accesses touched = accesses(op);
  EXPECT_EQ(buffers_of(touched.reads), reads);
  EXPECT_EQ(buffers_of(touched.writes), writes);
}

TEST(Accesses, OfEveryOp) {
  expect_accesses(Forward{0, {}, {}, span(1), span(2), span(3), span(4), span(5)}, {1, 2, 3}, {4, 5});
  expect_accesses(Backward{0, {}, {}, 1, span(1), span(2), span(3), span(4), span(5), span(6), span(7), span(8)},
                  {1, 2, 3, 4, 5, 6}, {7, 8});
  expect_accesses(Transfer{span(1), span(2)}, {1}, {2});
  expect_accesses(CopyChannels{span(1), span(2), 1, 1, 0, 10, 0, 10, 10}, {1}, {2});
  expect_accesses(Reduce{span(1), span(2)}, {1, 2}, {2});
  expect_accesses(AllReduce{span(1), 0, 2}, {1}, {1});
  expect_accesses(Update{0, 0, span(1), span(2), span(3), span(4)}, {1, 2, 4}, {3, 4});
}

TEST(Accesses, EmptySpansAreLeftOut) {
  expect_accesses(Forward{0, {}, {}, span(1), {}, {}, {}, span(5)}, {1}, {5});
  expect_accesses(Update{0, 0, span(1), span(2), span(3), {}}, {1, 2}, {3});
}

TEST(Accesses, KeepPlaceAndAge) {
  const Span from{BufferId{1}, -1, 3, 4};
  const Accesses touched = accesses(Transfer{from, span(2)});
  ASSERT_EQ(touched.reads.size(), 1U);
  EXPECT_EQ(*touched.reads.begin(), from);
}

TEST(Span, PartsCountFromTheSpansBegin) {
  const Span whole{BufferId{1}, -1, 3, 4};
  EXPECT_EQ(whole.part(1, 2), (Span{BufferId{1}, -1, 4, 2}));
  EXPECT_EQ(whole.aged(1), (Span{BufferId{1}, 1, 3, 4}));
  EXPECT_TRUE(Span{}.empty());
}

TEST(DeviceOf, AnOpRunsWhereItsSpansAre) {
  StepGraph graph;
  for (const DeviceId device : {host, DeviceId{0}, DeviceId{1}}) graph.buffers.push_back({device, 10, 1, ""});
  const Span at_host = span(0), on_0 = span(1), on_1 = span(2);
  EXPECT_EQ(device_of(graph, Transfer{on_0, on_1}), DeviceId{0}) << "a transfer runs on its source";
  EXPECT_EQ(device_of(graph, Transfer{on_1, on_0}), DeviceId{1});
  EXPECT_EQ(device_of(graph, Transfer{at_host, on_1}), DeviceId{1}) << "or, from the host, on its target";
  EXPECT_EQ(device_of(graph, Transfer{on_1, at_host}), DeviceId{1});
  EXPECT_EQ(device_of(graph, Reduce{on_1, on_1}), DeviceId{1});
  EXPECT_EQ(device_of(graph, AllReduce{on_1, 1, 2}), DeviceId{1});
  EXPECT_EQ(device_of(graph, Forward{0, {}, {}, on_1, {}, {}, {}, on_1}), DeviceId{1});
  EXPECT_EQ(device_of(graph, Backward{0, {}, {}, 1, on_1, on_1, {}, {}, {}, {}, {}, {}}), DeviceId{1});
  EXPECT_EQ(device_of(graph, CopyChannels{on_1, on_1, 1, 1, 0, 10, 0, 10, 10}), DeviceId{1});
  EXPECT_EQ(device_of(graph, Update{0, 0, on_1, on_1, on_1, {}}), DeviceId{1});
}

}  // namespace
}  // namespace ringside
