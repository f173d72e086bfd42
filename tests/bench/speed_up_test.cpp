// Speed-ups worked out by hand, and the reasons for having none.
#include "bench/speed_up.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

struct Measured {
  Cell cell;
  Outcome outcome;
};

// Every repetition has a first step that must not count, then steps of so many seconds.
Measured measured(int devices, int batch, const Rounds& rounds) {
  Measured made;
  made.cell.devices = devices;
  made.cell.batch = batch;
  for (const auto& round : rounds) {
    made.outcome.step_s.push_back({1000});
    made.outcome.step_s.back().insert(made.outcome.step_s.back().end(), round.begin(), round.end());
  }
  return made;
}

SpeedUp over(const Measured& base, const Measured& other, int physical_devices = 8) {
  return speed_up(other.cell, other.outcome, &base.cell, &base.outcome, physical_devices);
}

TEST(SpeedUp, IsTheRatioOfThroughputs) {
  const Measured base = measured(1, 64, {{0.4, 0.4}, {0.4, 0.4}});
  const SpeedUp strong = over(base, measured(2, 64, {{0.25, 0.25}, {0.25, 0.25}}));
  EXPECT_DOUBLE_EQ(*strong.value, 1.6);
  EXPECT_DOUBLE_EQ(*strong.low, 1.6);
  EXPECT_DOUBLE_EQ(*strong.high, 1.6);
  EXPECT_DOUBLE_EQ(*strong.efficiency, 0.8);
  EXPECT_EQ(strong.reason, "");
  const SpeedUp weak = over(base, measured(4, 256, {{0.5, 0.5}, {0.5, 0.5}}));
  EXPECT_DOUBLE_EQ(*weak.value, 3.2);  // four times the images in 5/4 of the time
  EXPECT_DOUBLE_EQ(*weak.efficiency, 0.8);
}

TEST(SpeedUp, OfTheBaselineIsOne) {
  const Measured base = measured(1, 64, {{0.4, 0.5}, {0.3, 0.4}});
  EXPECT_DOUBLE_EQ(*over(base, base).value, 1);
  EXPECT_DOUBLE_EQ(*over(base, base).low, 1);
}

TEST(SpeedUp, HasAReasonForEveryMissingValue) {
  const Measured base = measured(1, 64, {{0.4}});
  EXPECT_EQ(over(base, measured(4, 64, {{0.1}}), 2).reason, "oversubscribed");
  EXPECT_EQ(over(base, measured(2, 64, {})).reason, "no_samples");
  EXPECT_EQ(over(base, measured(2, 64, {{0, 0}})).reason, "zero_time");
  Measured wrong = measured(2, 64, {{0.1}});
  wrong.outcome.status = Status::wrong_result;
  EXPECT_EQ(over(base, wrong).reason, "not_valid");
  EXPECT_EQ(over(wrong, base).reason, "no_baseline");
  EXPECT_EQ(speed_up(wrong.cell, wrong.outcome, nullptr, nullptr, 8).reason, "no_baseline");
  EXPECT_FALSE(over(base, wrong).value || over(base, wrong).efficiency);
}

TEST(SpeedUp, OfAnInterruptedRunCountsTheRoundsBothHave) {
  const Measured base = measured(1, 64, {{0.4, 0.4}, {0.4, 0.4}});
  Measured stopped = measured(2, 64, {{0.2, 0.2}});
  stopped.outcome.status = Status::interrupted;
  EXPECT_DOUBLE_EQ(*over(base, stopped).value, 2);
  EXPECT_FALSE(stopped.outcome.valid());
}

TEST(Timed, LeavesOutTheFirstStepOfEveryRepetition) {
  EXPECT_EQ(timed({{9, 1, 2}, {9, 3}, {9}, {}}), (Rounds{{1, 2}, {3}, {}, {}}));
}

}  // namespace
}  // namespace ringside
