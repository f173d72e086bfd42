// The edges of graphs small enough to work them out by hand. A lag n means: n steps ago.
#include "core/graph/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/graph/hand_made.h"

namespace ringside {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(Builder, AReadWaitsForTheWriteBeforeIt) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), c = hand.buffer();
  hand.copy(a, b);
  hand.copy(b, c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 1))) << "b is read before it is written again";
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 0), edge(1, 1)));
}

TEST(Builder, AWriteWaitsForTheReadBeforeIt) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), c = hand.buffer();
  hand.copy(b, c);
  hand.copy(a, b);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), UnorderedElementsAre(edge(1, 1), edge(0, 1)));
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(0, 0)));
}

TEST(Builder, AWriteWaitsForTheWriteBeforeIt) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), c = hand.buffer();
  hand.copy(a, c);
  hand.copy(b, c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 1)));
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(0, 0)));
}

TEST(Builder, TwoReadsDoNotWaitForEachOther) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), c = hand.buffer();
  hand.copy(a, b);
  hand.copy(a, c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(0, 1))) << "for its own last write alone";
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(1, 1)));
}

TEST(Builder, OnlyTheLastWriterAndTheReadersSinceCount) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), x = hand.buffer(), y = hand.buffer();
  hand.copy(a, b);  // 0 writes b
  hand.copy(a, b);  // 1 writes b again
  hand.copy(b, x);  // 2 and
  hand.copy(b, y);  // 3 read it
  hand.copy(a, b);  // 4 writes it
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(0, 0)));
  EXPECT_THAT(waits_of(graph, 2), UnorderedElementsAre(edge(1, 0), edge(2, 1)));
  EXPECT_THAT(waits_of(graph, 3), UnorderedElementsAre(edge(1, 0), edge(3, 1)));
  EXPECT_THAT(waits_of(graph, 4), UnorderedElementsAre(edge(2, 0), edge(3, 0))) << "not for 1, which they wait for";
}

TEST(Builder, OverlapsAreFoundFloatByFloat) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer(), c = hand.buffer();
  hand.copy(a.part(0, 4), b.part(0, 4));  // 0 writes [0, 4)
  hand.copy(a.part(0, 4), b.part(2, 4));  // 1 writes [2, 6)
  hand.copy(b.part(0, 2), c.part(0, 2));  // 2 reads what 0 left
  hand.copy(b.part(4, 2), c.part(2, 2));  // 3 reads what 1 wrote
  hand.copy(b.part(1, 4), c.part(4, 4));  // 4 reads of both
  hand.copy(b.part(6, 2), c.part(8, 2));  // 5 reads what nobody writes
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 0), edge(3, 1), edge(4, 1)));
  EXPECT_THAT(waits_of(graph, 2), UnorderedElementsAre(edge(0, 0), edge(2, 1)));
  EXPECT_THAT(waits_of(graph, 3), UnorderedElementsAre(edge(1, 0), edge(3, 1)));
  EXPECT_THAT(waits_of(graph, 4), UnorderedElementsAre(edge(0, 0), edge(1, 0), edge(4, 1)));
  EXPECT_THAT(waits_of(graph, 5), ElementsAre(edge(5, 1)));
}

TEST(Builder, NeighboursDoNotTouch) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer();
  hand.copy(a.part(0, 5), b.part(0, 5));
  hand.copy(a.part(5, 5), b.part(5, 5));
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(0, 1)));
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(1, 1)));
}

TEST(Builder, AnOpThatReadsWhatItWritesDoesNotWaitForItself) {
  HandMade hand;
  const Span a = hand.buffer(), b = hand.buffer();
  hand.add(a, b);
  hand.add(a, b);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 1)));
  EXPECT_THAT(waits_of(graph, 1), ElementsAre(edge(0, 0)));
}

TEST(Builder, ADoubleBufferIsFreeAgainTwoStepsLater) {
  HandMade hand;
  const Span a = hand.buffer(), twin = hand.buffer(10, 2), c = hand.buffer();
  hand.copy(a, twin);
  hand.copy(twin, c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 2)));
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 0), edge(1, 1)));
}

TEST(Builder, ThePreviousStepsCopy) {
  HandMade hand;
  const Span a = hand.buffer(), twin = hand.buffer(10, 2), c = hand.buffer();
  hand.copy(a, twin);
  hand.copy(twin.aged(1), c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 1)))
      << "the copy that the step before last filled was read by the last step";
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 1), edge(1, 1)));
}

TEST(Builder, TheNextStepsCopy) {
  HandMade hand;
  const Span a = hand.buffer(), twin = hand.buffer(10, 2), c = hand.buffer();
  hand.copy(a, twin.aged(-1));
  hand.copy(twin, c);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 1)));
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 1), edge(1, 1)));
}

TEST(Builder, ThreeCopies) {
  HandMade hand;
  const Span a = hand.buffer(), triple = hand.buffer(10, 3), c = hand.buffer(), d = hand.buffer();
  hand.copy(a, triple);
  hand.copy(triple.aged(2), c);
  hand.copy(triple, d);
  const StepGraph graph = hand.finish();
  // Copy t mod 3 was filled at t - 3, read by 2 at once and by 1 at t - 1.
  EXPECT_THAT(waits_of(graph, 0), UnorderedElementsAre(edge(2, 3), edge(1, 1)));
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 2), edge(1, 1)));
  EXPECT_THAT(waits_of(graph, 2), UnorderedElementsAre(edge(0, 0), edge(2, 1)));
}

TEST(Builder, CopiesOfDifferentNumberEachTurnAtTheirOwnPace) {
  HandMade hand;
  const Span twin = hand.buffer(10, 2), triple = hand.buffer(10, 3);
  hand.copy(twin, triple);
  hand.copy(triple.aged(1), twin);
  const StepGraph graph = hand.finish();
  EXPECT_THAT(waits_of(graph, 0), ElementsAre(edge(1, 2))) << "that wrote the twin, and read the triple";
  EXPECT_THAT(waits_of(graph, 1), UnorderedElementsAre(edge(0, 0), edge(0, 1)));
}

TEST(Builder, WhatDoesNothingIsNotEmitted) {
  HandMade hand;
  const Span a = hand.buffer(), none = hand.buffer(0);
  EXPECT_TRUE(none.empty());
  hand.copy(none, none);
  hand.copy(a.part(3, 0), a.part(5, 0));
  hand.builder.holds_weights(0, 0, none);
  const StepGraph graph = hand.finish();
  EXPECT_EQ(graph.buffers.size(), 1U);
  EXPECT_THAT(graph.tasks, IsEmpty());
  EXPECT_THAT(graph.weights, IsEmpty());
}

TEST(Builder, KeepsWhatItIsTold) {
  Builder builder("told", 3, 7);
  const Span images = builder.buffer(host, 14, "images", 2);
  const Span weights = builder.buffer(DeviceId{2}, 5, "weights");
  builder.host_buffers(images.buffer, BufferId{5}, BufferId{6});
  builder.shards({{0, 4}, {4, 3}});
  builder.holds_weights(1, 2, weights);
  const StepGraph graph = std::move(builder).finish();
  EXPECT_EQ(graph.strategy, "told");
  EXPECT_EQ(graph.devices, 3);
  EXPECT_EQ(graph.batch, 7);
  EXPECT_EQ(graph.images, images.buffer);
  EXPECT_EQ(graph.labels, BufferId{5});
  EXPECT_EQ(graph.losses, BufferId{6});
  EXPECT_THAT(graph.shards, ElementsAre(Samples{0, 4}, Samples{4, 3}));
  ASSERT_EQ(graph.buffers.size(), 2U);
  EXPECT_EQ(graph.buffers[0].device, host);
  EXPECT_EQ(graph.buffers[0].copies, 2);
  EXPECT_EQ(graph.buffers[1].name, "weights");
  ASSERT_EQ(graph.weights.size(), 1U);
  EXPECT_EQ(graph.weights[0].offset, 2);
  EXPECT_EQ(graph.weights[0].span, weights);
}

// A part waits for what its own device does alone: that all have begun before one ends is not an edge.
TEST(Builder, PartsOfAnAllReduceWaitOnTheirOwnDevices) {
  Builder builder("made", 2, 1);
  std::vector<Span> sums;
  for (int d = 0; d < 2; ++d) {
    sums.push_back(builder.buffer(DeviceId{d}, 4, "sum"));
    builder.add(Reduce{builder.buffer(DeviceId{d}, 4, "own"), sums.back()});  // tasks 0 and 1
  }
  builder.all_reduce(sums);  // 2 and 3
  builder.all_reduce(std::span(sums).first(1));
  const StepGraph graph = std::move(builder).finish();
  ASSERT_EQ(graph.tasks.size(), 4U) << "over one device there is nothing to sum";
  EXPECT_EQ(waits_of(graph, 2), (std::vector{edge(0, 0)}));
  EXPECT_EQ(waits_of(graph, 3), (std::vector{edge(1, 0)}));
  EXPECT_EQ(waits_of(graph, 1), (std::vector{edge(3, 1)})) << "the next step's";
  EXPECT_EQ(together_with(graph, TaskId{3}).first, TaskId{2});
  EXPECT_EQ(together_with(graph, TaskId{3}).count, 2);
  EXPECT_EQ(together_with(graph, TaskId{1}).count, 1);
}

}  // namespace
}  // namespace ringside
