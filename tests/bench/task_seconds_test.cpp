// Two steps of a trace made by hand, read.
#include "bench/task_seconds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/graph/builder.h"

namespace ringside {
namespace {

using ::testing::ElementsAre;

// Device 0 sends to device 1 (task 0), which sums twice (1, 2), and sends back into a (3): task 0 of the next step waits for it.
class TaskSeconds : public testing::Test {
 protected:
  TaskSeconds() {
    Builder builder("made", 2, 1);
    const Span a = builder.buffer(DeviceId{0}, 4, "a");
    const Span b = builder.buffer(DeviceId{1}, 4, "b");
    const Span c = builder.buffer(DeviceId{1}, 4, "c");
    builder.add(Transfer{a, b});
    builder.add(Reduce{b, c});
    builder.add(Reduce{b, c});
    builder.add(Transfer{c, a});
    graph_ = std::move(builder).finish();
    const auto step = [&](std::int64_t number, double begin_us, double sum_us) {
      const auto add = [&](int task, double from_us, double to_us) {
        trace_.times.push_back({TaskId{task}, number, 1e-6 * (begin_us + from_us), 1e-6 * (begin_us + to_us)});
      };
      add(0, 0, 10);
      add(1, 15, 15 + sum_us);    // handed over in 5 us
      add(2, 15.5 + sum_us, 40);  // half a microsecond later in the same lane
      add(3, 44, 50);             // 4 us later: another thread's turn
    };
    step(0, 0, 10);
    step(1, 70, 12);  // 20 us after device 1 has sent
  }

  StepGraph graph_;
  Trace trace_;
};

TEST_F(TaskSeconds, CountsTheShortWayFromTheTaskBefore) {
  // Task 1: 10 and 12 us; task 2: from 25 to 40, and from 27.
  const std::vector<double> seconds = task_seconds(graph_, trace_);
  ASSERT_EQ(seconds.size(), 4U);
  EXPECT_NEAR(seconds[0], 10e-6, 1e-12);
  EXPECT_NEAR(seconds[1], 11e-6, 1e-12);
  EXPECT_NEAR(seconds[2], 14e-6, 1e-12);
  EXPECT_NEAR(seconds[3], 6e-6, 1e-12);
}

TEST_F(TaskSeconds, FindsHandovers) {
  // Of the first step none: what the lanes did before is not known. Task 0 waited from 10 to 50 for device 1; task 1 from 50 to
  // 80 for device 0.
  const std::vector<Handover> found = handovers(graph_, trace_);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(found[0].same_device);
  EXPECT_NEAR(found[0].waited_s, 40e-6, 1e-12);
  EXPECT_NEAR(found[0].seconds, 20e-6, 1e-12);
  EXPECT_NEAR(found[1].waited_s, 30e-6, 1e-12);
  EXPECT_NEAR(found[1].seconds, 5e-6, 1e-12);
}

TEST_F(TaskSeconds, FindsGaps) {
  using ::testing::DoubleNear;
  EXPECT_THAT(gaps(graph_, trace_), ElementsAre(DoubleNear(0.5e-6, 1e-12), DoubleNear(4e-6, 1e-12),
                                                DoubleNear(0.5e-6, 1e-12), DoubleNear(4e-6, 1e-12)));
}

}  // namespace
}  // namespace ringside
