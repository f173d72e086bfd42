// The chain that holds a run up, on traces made by hand.
#include "core/graph/critical_path.h"

#include <gtest/gtest.h>

#include "core/graph/builder.h"

namespace ringside {
namespace {

// Two devices; a copy goes from each to the other and is added there, so that 0 -> add on 1 and 1 -> add on 0 cross.
StepGraph crossing() {
  Builder builder("made", 2, 2);
  const Span a = builder.buffer(DeviceId{0}, 8, "a"), a_in = builder.buffer(DeviceId{0}, 8, "a in");
  const Span b = builder.buffer(DeviceId{1}, 8, "b"), b_in = builder.buffer(DeviceId{1}, 8, "b in");
  builder.add(Transfer{a, b_in});  // task 0, in device 0's transfer lane
  builder.add(Transfer{b, a_in});  // task 1, in device 1's
  builder.add(Reduce{a_in, a});    // task 2, device 0's, after 1 and, in its lane, 0
  builder.add(Reduce{b_in, b});    // task 3, device 1's, after 0 and, in its lane, 1
  return std::move(builder).finish();
}

std::vector<int> tasks_of(const std::vector<TaskTime>& path) {
  std::vector<int> tasks;
  for (const TaskTime& time : path) tasks.push_back(static_cast<int>(time.task));
  return tasks;
}

TEST(CriticalPath, FollowsWhatEndedLast) {
  // Transfer 0 takes 5, transfer 1 takes 2; both sums wait for 0: one through its edge, one through its lane.
  const Trace trace{{{TaskId{1}, 0, 0, 2}, {TaskId{0}, 0, 0, 5}, {TaskId{2}, 0, 5, 6}, {TaskId{3}, 0, 5, 8}}};
  EXPECT_EQ(tasks_of(critical_path(crossing(), trace)), (std::vector{3, 0}));
}

TEST(CriticalPath, GoesBackThroughSteps) {
  const Trace trace{{{TaskId{0}, 0, 0, 1},
                     {TaskId{1}, 0, 0, 1},
                     {TaskId{2}, 0, 1, 2},
                     {TaskId{3}, 0, 1, 4},
                     {TaskId{0}, 1, 4, 5},  // overwrites b in, which the sum of step 0 reads
                     {TaskId{1}, 1, 4, 9},  // and sends the b that it wrote
                     {TaskId{2}, 1, 9, 10},
                     {TaskId{3}, 1, 9, 10}}};
  const auto path = critical_path(crossing(), trace);
  EXPECT_EQ(tasks_of(path), (std::vector{2, 1, 3, 0}));
  EXPECT_EQ(path[1].step, 1);
  EXPECT_EQ(path[2].step, 0);
}

// Two devices, each with a sum of its own and then one over both: device 1's is late, and device 0's part waits for it.
TEST(CriticalPath, GoesThroughWhatTheOtherPartsOfAnAllReduceWaitFor) {
  Builder builder("made", 2, 2);
  std::vector<Span> sums;
  for (int d = 0; d < 2; ++d) {
    sums.push_back(builder.buffer(DeviceId{d}, 8, "sum"));
    builder.add(Reduce{builder.buffer(DeviceId{d}, 8, "own"), sums.back()});  // tasks 0 and 1
  }
  builder.all_reduce(sums);  // 2 and 3
  const StepGraph graph = std::move(builder).finish();
  const Trace trace{{{TaskId{0}, 0, 0, 1}, {TaskId{1}, 0, 0, 5}, {TaskId{2}, 0, 5, 9}, {TaskId{3}, 0, 5, 8}}};
  EXPECT_EQ(tasks_of(critical_path(graph, trace)), (std::vector{2, 1}));
}

TEST(CriticalPath, OfNothingIsNothing) {
  EXPECT_TRUE(critical_path(crossing(), {}).empty());
}

}  // namespace
}  // namespace ringside
