// The check of the clock, on clocks that lie.
#include "bench/timer_check.h"

#include <gtest/gtest.h>

#include "bench/environment.h"
#include "bench/findings.h"
#include "core/backend/now.h"

namespace ringside {
namespace {

TEST(TimerCheck, PassesTheClockThatStepsAreTimedWith) {
  EXPECT_GT(eightfold_time(), least_eightfold_time);
}

TEST(TimerCheck, FindsAClockThatStandsStill) {
  EXPECT_EQ(eightfold_time([] { return 5.0; }), 0);
}

TEST(TimerCheck, FindsAClockThatCountsReadingsInsteadOfWork) {
  double time_s = 0;
  EXPECT_DOUBLE_EQ(eightfold_time([&] { return time_s += 1e-3; }), 1);
}

// Enqueued, not done: the time of a call that returns at once, with a pinch of work.
TEST(TimerCheck, FindsAClockThatMissesMostOfTheWork) {
  const double begin_s = now_s();
  int readings = 0;
  const double ratio = eightfold_time([&] { return 1.0 * ++readings + 1e-3 * (now_s() - begin_s); });
  EXPECT_LT(ratio, least_eightfold_time);
}

TEST(TimerCheck, IsAFinding) {
  Environment here;
  here.cores = 4;
  here.eightfold_time = 1.25;
  bool found = false;
  for (const Finding& one : findings(here)) found = found || one.code == "clock";
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace ringside
