// Other programs: what they say, how they end.
#include "bench/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

TEST(ChildProcess, GivesOutputAndExitCode) {
  const ChildResult result = run_child({"sh", "-c", "echo one; echo two; exit 3"});
  EXPECT_EQ(result.output, "one\ntwo\n");
  EXPECT_EQ(result.exit_code, 3);
}

TEST(ChildProcess, PassesArgumentsAsTheyAre) {
  EXPECT_EQ(run_child({"printf", "%s|", "a b", "$(id)", "", "*"}).output, "a b|$(id)||*|");
}

TEST(ChildProcess, ReadsMoreThanAPipeHolds) {
  EXPECT_EQ(run_child({"head", "-c", "1000000", "/dev/zero"}).output.size(), 1000000U);
}

TEST(ChildProcess, SaysThatAProgramIsMissing) {
  EXPECT_THAT(testing::error_of([] { run_child({"ringside-no-such-program"}); }),
              ::testing::HasSubstr("cannot run ringside-no-such-program: No such file or directory"));
}

TEST(ChildProcess, TellsInterruptionFromOtherEnds) {
  EXPECT_THAT(testing::error_of([] { run_child({"sh", "-c", "kill -KILL $$"}); }), ::testing::HasSubstr("signal 9"));
  try {
    run_child({"sh", "-c", "kill -INT $$"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
}

}  // namespace
}  // namespace ringside
