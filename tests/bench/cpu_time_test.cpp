// Other programs are noticed; this one is not.
#include "bench/cpu_time.h"

#include <gtest/gtest.h>

#include <ctime>

#include "bench/child_process.h"

namespace ringside {
namespace {

// Of this process, all threads.
double own_cpu_s() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(CpuTimeOfOthers, GrowsWithTheWorkOfAChild) {
  const auto before = cpu_time_of_others();
  if (!before) GTEST_SKIP() << "no /proc/stat";
  run_child({"sh", "-c", "i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done"});
  EXPECT_GT(*cpu_time_of_others() - *before, 0.05);
}

// What this process has used is in the system's account, and must be taken out: else its own second would show.
TEST(CpuTimeOfOthers, LeavesOutOurOwn) {
  if (!cpu_time_of_others()) GTEST_SKIP() << "no /proc/stat";
  while (own_cpu_s() < 1) {
  }
  const ChildResult all = run_child({"sh", "-c",
                                     "read -r name user nice system idle wait irq soft steal rest < /proc/stat;"
                                     "echo $((user + nice + system + irq + soft + steal)) $(getconf CLK_TCK)"});
  const auto space = all.output.find(' ');
  const double all_s = std::stod(all.output.substr(0, space)) / std::stod(all.output.substr(space));
  EXPECT_LT(*cpu_time_of_others(), all_s - 0.5);
}

TEST(OtherPrograms, AreUnknownAtFirstAndOverTooShortATime) {
  OtherPrograms others;
  EXPECT_FALSE(others.cores());
  others.watch();
  others.pause(0.01);
  EXPECT_FALSE(others.cores());
}

TEST(OtherPrograms, AreAveragedOverTheTimeWatched) {
  if (!cpu_time_of_others()) GTEST_SKIP() << "no /proc/stat";
  OtherPrograms others;
  others.watch();
  run_child({"sh", "-c", "i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done"});
  others.pause(1000);  // so much time that whatever ran is little of it
  ASSERT_TRUE(others.cores());
  EXPECT_GT(*others.cores(), 0.05 / 1000);
  EXPECT_LT(*others.cores(), 1);
}

}  // namespace
}  // namespace ringside
