// What is nobody's business stays out of every file: the process environment, the names of the user and the host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Privacy, NoFileHoldsTheEnvironmentOrTheNamesOfUserAndHost) {
  const testing::SmallExperiment files;
  const std::string folder = files.path("out/");
  std::filesystem::create_directory(folder);
  const std::string out = folder + "run.jsonl";
  const testing::ProgramResult run =
      testing::ringside_program("run --quiet " + files.file() + " --out " + out + " --checkpoints " + folder +
                                    "checkpoints --trace " + folder + "trace.json",
                                "A_TOKEN=mark-environment USER=mark-user LOGNAME=mark-user HOME=/mark-home");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* command : {"table ", "export --to bencher ", "export --to google-benchmark "})
    EXPECT_THAT(testing::ringside_program(command + out).out, Not(HasSubstr("mark-"))) << command;
  char host[256] = "";
  ASSERT_EQ(gethostname(host, sizeof(host) - 1), 0);
  int files_seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    ++files_seen;
    const std::string text = testing::text_of(entry.path().string());
    for (const char* mark : {"A_TOKEN", "mark-environment", "mark-user", "mark-home"})
      EXPECT_THAT(text, Not(HasSubstr(mark))) << entry.path();
    if (std::string(host).size() > 3) {
      EXPECT_THAT(text, Not(HasSubstr(host))) << entry.path();
    }
  }
  EXPECT_GE(files_seen, 2);  // the records and the trace; a checkpoint goes when its training is done
}

}  // namespace
}  // namespace ringside
