// Results and traces of steps whose task times are given.
#include "core/exec/logbook.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/graph/builder.h"

namespace ringside {
namespace {

// Task 0: from the host, transfer lane; task 1: an update, compute lane; task 2: to the host, transfer lane.
StepGraph three_tasks() {
  Builder builder("three tasks", 1, 1);
  const Span in = builder.buffer(host, 1, "in", 2);
  const Span gradient = builder.buffer(DeviceId{0}, 1, "gradient", 2);
  const Span weights = builder.buffer(DeviceId{0}, 1, "weights");
  const Span out = builder.buffer(host, 1, "out", 2);
  builder.add(Transfer{in.aged(-1), gradient.aged(-1)});
  builder.add(Update{0, 0, gradient, weights, weights, {}});
  builder.add(Transfer{weights, out});
  return std::move(builder).finish();
}

// A step of 10 seconds: the input of the next step from 0 to 2, compute from 1 to 8, the rest from 8 to 10.
void write_times(Logbook& logbook, std::int64_t step) {
  const auto begin = 100 + 10 * static_cast<double>(step);
  const auto times = logbook.times(step);
  times[0] = {begin, begin + 2};
  times[1] = {begin + 1, begin + 8};
  times[2] = {begin + 8, begin + 10};
}

TEST(Logbook, TellsEachStepFromTheEndOfComputeToTheNext) {
  const StepGraph graph = three_tasks();
  Logbook logbook(graph, 2);
  logbook.begin(2);
  std::vector<StepResult> results;
  for (std::int64_t step = 7; step < 11; ++step) {
    write_times(logbook, step);
    logbook.ended(step, 0.5 + static_cast<double>(step));
    if (logbook.results_due() > 1) results.push_back(logbook.next_result());
  }
  ASSERT_EQ(logbook.results_due(), 1U);
  results.push_back(logbook.next_result());
  ASSERT_EQ(results.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(results[i].step, 7 + static_cast<std::int64_t>(i));
    EXPECT_EQ(results[i].loss, 7.5 + static_cast<double>(i));
    EXPECT_DOUBLE_EQ(results[i].end_s, 10 + 10 * static_cast<double>(i));
    ASSERT_EQ(results[i].phases.size(), 1U);
    const Phases& phases = results[i].phases[0];
    EXPECT_DOUBLE_EQ(phases.compute_s, 7);
    EXPECT_DOUBLE_EQ(phases.wait_s, 0);
    // The first window has the run's beginning in place of the end of a step before: no losses of that step in it.
    EXPECT_DOUBLE_EQ(phases.communicate_s, i == 0 ? 2 : 4);
    EXPECT_DOUBLE_EQ(phases.exposed_communicate_s, i == 0 ? 1 : 3);
    EXPECT_DOUBLE_EQ(phases.input_s, 2);
  }
  const Trace trace = logbook.trace();
  ASSERT_EQ(trace.times.size(), 6U);
  EXPECT_EQ(trace.times[0].step, 9);
  EXPECT_DOUBLE_EQ(trace.times[0].begin_s, 0);
  EXPECT_EQ(trace.times[5].step, 10);
  EXPECT_EQ(trace.times[5].task, TaskId{2});
  EXPECT_DOUBLE_EQ(trace.times[5].end_s, 20);
}

TEST(Logbook, CountsWhatTheNextStepDidBesideThisOne) {
  const StepGraph graph = three_tasks();
  Logbook logbook(graph, 2);
  logbook.begin(0);
  logbook.times(0)[0] = {0, 1};
  logbook.times(0)[1] = {1, 8};
  logbook.times(0)[2] = {2, 3};
  logbook.ended(0, 1);
  logbook.times(1)[0] = {5, 6};  // step 1's input comes in under step 0's compute
  logbook.times(1)[1] = {8, 9};
  logbook.times(1)[2] = {9, 10};
  logbook.ended(1, 1);
  EXPECT_DOUBLE_EQ(logbook.next_result().phases[0].communicate_s, 3);
  EXPECT_DOUBLE_EQ(logbook.next_result().phases[0].communicate_s, 0);
  EXPECT_TRUE(logbook.trace().times.empty());
}

}  // namespace
}  // namespace ringside
