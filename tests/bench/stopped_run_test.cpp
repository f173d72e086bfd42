// Runs that are stopped, or never get going: by Ctrl-C in every phase, by a step that hangs, by a second writer, by the disk.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>

#include "bench/line_file.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::ringside_program;
using testing::Scratch;
using testing::SmallExperiment;

std::vector<nlohmann::json> records_of(const std::string& file) {
  return std::filesystem::exists(file) ? testing::records_in(testing::text_of(file)) : std::vector<nlohmann::json>{};
}

class Interrupted : public ::testing::TestWithParam<std::tuple<std::string, double>> {};

// Early: the program starts, data are made; later: cells are checked; then they are trained.
TEST_P(Interrupted, EndsWith130AndLeavesWholeRecords) {
  const auto& [signal, after_s] = GetParam();
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl");
  const auto run = ringside_program("run --quiet " + files.file() + " --steps 100000000 --out " + out,
                                    fmt::format("timeout --foreground --preserve-status -s {} {}", signal, after_s));
  EXPECT_EQ(run.exit_code, signal == "INT" || after_s > 0.1 ? 130 : run.exit_code) << run.err;
  for (const auto& record : records_of(out)) EXPECT_EQ(record["status"], "interrupted");

  // And it can be gone on from.
  const auto again =
      ringside_program("run --quiet --resume " + files.file() + " --steps 8 --strategy single --out " + out);
  EXPECT_EQ(again.exit_code, 0) << again.err;
}

INSTANTIATE_TEST_SUITE_P(InEveryPhase, Interrupted,
                         ::testing::Combine(::testing::Values("INT", "TERM"),
                                            ::testing::Values(0.001, 0.01, 0.02, 0.03, 0.05, 0.08, 0.3, 1.0)),
                         [](const auto& test) {
                           return fmt::format("{}_{}ms", std::get<0>(test.param),
                                              std::lround(1000 * std::get<1>(test.param)));
                         });

TEST(StoppedRun, InterruptedCellsAreDoneAgainByResumeAndTakeTheOldOnesPlace) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl"),
                    run = "run " + files.file() + " --strategy ring_delayed --out " + out;
  ASSERT_EQ(ringside_program(run).exit_code, 0);
  // Three records; of the middle one it is said that it was interrupted.
  auto records = records_of(out);
  ASSERT_EQ(records.size(), 3U);
  records[1]["status"] = "interrupted";
  std::string text;
  for (const auto& record : records) text += record.dump() + "\n";
  std::filesystem::remove(out);
  LineFile(out, LineFile::Existing::refuse).append(text.substr(0, text.size() - 1));

  const auto dry = ringside_program(run + " --resume --dry-run");
  EXPECT_EQ(dry.out,
            "small single on 1 device, strong scaling: batch 6, 8 steps in 2 repetitions, reference, seed 1 (added: "
            "the baseline) (finished: run as the baseline of the others)\n"
            "small ring_delayed on 1 device, strong scaling: batch 6, 8 steps in 2 repetitions, reference, seed 1\n");
  EXPECT_EQ(testing::text_of(out), text);
  const auto resumed = ringside_program(run + " --resume");
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_THAT(resumed.err, HasSubstr("2 of 3 cells are finished in " + out));
  const auto now = records_of(out);
  ASSERT_EQ(now.size(), 3U);
  EXPECT_EQ(now[0], records[0]);
  EXPECT_EQ(now[1], records[2]);
  EXPECT_EQ(now[2]["identity"], records[1]["identity"]);
  EXPECT_EQ(now[2]["status"], "ok");
  EXPECT_TRUE(now[2]["results"]["speed_up"]["value"].is_number());
  EXPECT_NE(now[2]["context"]["run"], records[0]["context"]["run"]);
}

TEST(StoppedRun, ResumeRunsWhatWasAskedForOtherwise) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl"),
                    run = "run --quiet --resume --strategy single " + files.file() + " --out " + out;
  EXPECT_EQ(ringside_program(run).exit_code, 0);  // a file that is not there yet lacks everything
  EXPECT_EQ(ringside_program(run).exit_code, 0);
  EXPECT_EQ(records_of(out).size(), 1U);
  EXPECT_EQ(ringside_program(run + " --seed 2").exit_code, 0);
  EXPECT_EQ(ringside_program(run + " --steps 10").exit_code, 0);
  EXPECT_EQ(records_of(out).size(), 3U);
}

TEST(StoppedRun, ANetworkThatWasChangedIsNotFinished) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl"),
                    run = "run --quiet --resume --strategy single " + files.file() + " --out " + out;
  EXPECT_EQ(ringside_program(run).exit_code, 0);
  std::string network = testing::text_of(files.path("small.json"));
  network.replace(network.find("\"outputs\": 4"), 12, "\"outputs\": 5");
  std::filesystem::remove(files.path("small.json"));
  LineFile(files.path("small.json"), LineFile::Existing::refuse).append(network);
  EXPECT_EQ(ringside_program(run).exit_code, 0);
  EXPECT_EQ(records_of(out).size(), 2U);
}

TEST(StoppedRun, ASimulationGoesOnToo) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl"),
                    run = "run --quiet " + files.file() + " --simulate k40x4 --devices 1,2 --out " + out;
  ASSERT_EQ(ringside_program(run + " --strategy ring_delayed").exit_code, 0);
  EXPECT_EQ(ringside_program(run + " --resume").exit_code, 0);
  EXPECT_EQ(records_of(out).size(), 11U);
  const std::string whole = testing::text_of(out);
  EXPECT_EQ(ringside_program(run + " --resume").exit_code, 0);
  EXPECT_EQ(testing::text_of(out), whole);
}

TEST(StoppedRun, GoesOnFromItsCheckpointsToTheSameLosses) {
  const SmallExperiment files;
  const std::string run = "run --quiet " + files.file() + " --repetitions 8 --steps 3000 ",
                    whole = files.path("whole.jsonl"), out = files.path("run.jsonl"),
                    with = " --checkpoints " + files.path("checkpoints") + " --out " + out;
  ASSERT_EQ(ringside_program(run + "--out " + whole).exit_code, 0);
  // Stopped, politely, some way into the training; how far depends on the machine.
  ringside_program(run + with, "timeout --foreground --preserve-status -s INT 0.7");
  const auto resumed = ringside_program(run + with + " --resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  const auto expected = records_of(whole), found = records_of(out);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i]["identity"], expected[i]["identity"]);
    EXPECT_EQ(found[i]["results"]["convergence"], expected[i]["results"]["convergence"]);
    EXPECT_EQ(found[i]["results"]["step_s"].size(), 8U);
  }
}

// No step is done within a microsecond; which one is the first to be missed depends on the machine.
TEST(StoppedRun, AStepThatHangsEndsItAndIsNamed) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl");
  const auto run = ringside_program("run " + files.file() + " --timeout 0.000001 --out " + out);
  EXPECT_EQ(run.exit_code, 5);
  const auto records = records_of(out);
  ASSERT_EQ(records.size(), 11U);
  int hung = 0;
  for (const auto& record : records) {
    if (record["status"] == "ok") continue;  // by then it had come to its end
    const std::string strategy = record["identity"]["strategy"], message = record["message"];
    if (record["status"] == "timeout") {
      ++hung;
      EXPECT_THAT(message,
                  MatchesRegex(strategy + ": step -?[0-9]+ did not end within 1e-06 s: .*; --timeout allows more"));
      EXPECT_THAT(message, ContainsRegex("device [01], (compute|transfer) lane: \""));
      EXPECT_THAT(run.err, HasSubstr("timeout: " + message));
    } else {
      EXPECT_EQ(record["status"], "interrupted");
      EXPECT_THAT(message, MatchesRegex("not run to its end: small .* scaling hung"));
    }
  }
  EXPECT_EQ(hung, 1);
  EXPECT_EQ(ringside_program("run --quiet --resume " + files.file() + " --out " + out).exit_code, 0);
  for (const auto& record : records_of(out)) EXPECT_EQ(record["status"], "ok");
}

TEST(StoppedRun, HasItsFilesForItselfAlone) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl"), run = "run --quiet " + files.file() + " --out ";
  const LineFile other(out, LineFile::Existing::refuse);
  for (const char* way : {"", " --append", " --force", " --resume"}) {
    const auto refused = ringside_program(run + out + way);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("run.jsonl: another run is writing it; wait for its end"));
  }
}

TEST(StoppedRun, IsNotBegunWhenItsFilesCannotBeWritten) {
  const SmallExperiment files;
  const std::string run = "run --quiet " + files.file();
  const auto expect_refusal = [](const std::string& arguments, const std::string& message) {
    const auto result = ringside_program(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message));
  };
  expect_refusal(run + " --out " + files.file() + "/run.jsonl", "cannot make the folder");
  expect_refusal(run + " --out /proc/run.jsonl", "/proc/run.jsonl: cannot be written");
  expect_refusal(run + " --out /proc/new/run.jsonl", "/proc/new/run.jsonl: cannot make the folder");
  expect_refusal(run + " --checkpoints " + files.file(), "cannot make the folder of checkpoints");
  expect_refusal(run + " --checkpoints /proc/new", "cannot make the folder of checkpoints");
  expect_refusal(run + " --resume --out -", "--resume reads the records of the run that was stopped");
  expect_refusal(run + " --resume --append", "--append");
  expect_refusal(run + " --simulate k40x4 --checkpoints " + files.path("c"), "--simulate trains nothing");
  expect_refusal(run + " --timeout 0", "--timeout");
  expect_refusal(run + " --timeout 1m", "--timeout");
  expect_refusal(run + " --out /dev/full", "/dev/full: cannot be written: No space left on device");
}

TEST(StoppedRun, IsNotBegunOnAFullDisk) {
  const Scratch disk;
  if (::mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=64k") != 0) GTEST_SKIP() << "may not mount a small disk";
  const SmallExperiment files;
  const auto run = ringside_program("run " + files.file() + " --out " + (disk.path() / "run.jsonl").string());
  const auto checkpoints = ringside_program("run --out - " + files.file() + " --checkpoints " + disk.path().string());
  ::umount2(disk.path().c_str(), MNT_DETACH);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(
      run.err,
      MatchesRegex("ringside: .*run.jsonl: there is no room for [0-9]+ KiB of records: No space left on device\n"));
  EXPECT_EQ(checkpoints.exit_code, 2);
  EXPECT_THAT(checkpoints.err, HasSubstr("checkpoints need 1 MiB and 0 MiB are free"));
}

TEST(StoppedRun, ReadsNoRecordsThatItCannotUnderstand) {
  const SmallExperiment files;
  const std::string out = files.path("run.jsonl");
  LineFile(out, LineFile::Existing::refuse).append("{\"schema_version\": 99}");
  const auto run = ringside_program("run --resume " + files.file() + " --out " + out);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("run.jsonl:1: schema_version is 99; this program reads 1"));
}

}  // namespace
}  // namespace ringside
