// Running again exactly what a record says, and refusing where that cannot be.
#include "bench/rerun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/made_record.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using testing::ringside_program;
using testing::SmallExperiment;

std::vector<nlohmann::json> records_of(const std::string& file) {
  return testing::records_in(testing::text_of(file));
}

void write(const std::string& file, const std::vector<nlohmann::json>& records) {
  std::filesystem::remove(file);
  RecordFile out(file, RecordFile::Existing::refuse);
  for (const auto& record : records) out.append(nlohmann::ordered_json::parse(record.dump()));
}

TEST(Rerun, GivesTheSameIdentityAndTheSameLosses) {
  const SmallExperiment files(
      R"(, "recipes": {"ring_delayed": {"rate": 0.0123, "momentum": 0.3}}, "evaluate": "every_round")");
  const std::string first = files.path("first.jsonl"), again = files.path("again.jsonl");
  ASSERT_EQ(
      ringside_program("run --quiet " + files.file() + " --seed 5 --batch 7 --scaling weak --out " + first).exit_code,
      0);
  const auto records = records_of(first);
  for (const int line : {1, 3, 11}) {
    const auto run = ringside_program(fmt::format("run --force --from {}:{} --out {}", first, line, again));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("was made by this program on such a machine"));
    const auto& then = records[static_cast<std::size_t>(line) - 1];
    const auto now = records_of(again).back();
    EXPECT_EQ(now["identity"], then["identity"]);
    EXPECT_EQ(now["results"]["convergence"], then["results"]["convergence"]);
    EXPECT_EQ(now["context"]["experiment"], then["context"]["experiment"]);
  }
  EXPECT_EQ(records_of(again).size(), 2U);  // with its baseline
}

TEST(Rerun, OfASimulation) {
  const SmallExperiment files;
  const std::string first = files.path("first.jsonl"), again = files.path("again.jsonl");
  ASSERT_EQ(ringside_program("run --quiet " + files.file() +
                             " --simulate k40x4 --strategy ring_delayed --devices 4 --out " + first)
                .exit_code,
            0);
  const auto run = ringside_program("run --from " + first + ":2 --out " + again);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(records_of(again)[1]["identity"], records_of(first)[1]["identity"]);
  EXPECT_EQ(records_of(again)[1]["results"], records_of(first)[1]["results"]);
}

TEST(Rerun, SaysWhatDiffersAboutTheMachineAndRefusesOtherWork) {
  const SmallExperiment files;
  const std::string first = files.path("first.jsonl"), again = files.path("again.jsonl");
  ASSERT_EQ(ringside_program("run --quiet " + files.file() + " --strategy single --out " + first).exit_code, 0);
  auto record = records_of(first).front();
  record["context"]["cpu"] = "Another CPU";
  write(first, {record});
  const auto elsewhere = ringside_program("run --force --from " + first + " --out " + again);
  EXPECT_EQ(elsewhere.exit_code, 0);
  EXPECT_THAT(elsewhere.err, HasSubstr("first.jsonl:1: was made elsewhere: cpu is \"Another CPU\", here "));

  const auto expect_refusal = [&](const nlohmann::json& changed, const std::string& message) {
    write(first, {changed});
    const auto run = ringside_program("run --quiet --force --from " + first + " --out " + again);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(message));
  };
  auto other = record;
  other["identity"]["dataset"]["hash"] = "ffff";
  expect_refusal(other, "first.jsonl:1: cannot be run again exactly: dataset.hash is \"ffff\", here ");
  other = record;
  other["identity"]["network_hash"] = "ffff";
  expect_refusal(other, "cannot be run again exactly: network_hash is");
  other = record;
  other["identity"]["solver"]["rate"]["policy"] = "inv";
  expect_refusal(other, "cannot be run again exactly: solver.rate.policy is \"inv\", here \"fixed\"");
  other = record;
  other["identity"].erase("seed");
  expect_refusal(other, "first.jsonl:1: \"identity\": needs \"seed\"");
  other = record;
  other["context"]["network_file"] = "no/such.json";
  expect_refusal(other, "no/such.json");
}

TEST(Rerun, TakesOneRecordAndNothingThatChangesIt) {
  const SmallExperiment files;
  const std::string first = files.path("first.jsonl");
  ASSERT_EQ(ringside_program("run --quiet " + files.file() + " --devices 1 --out " + first).exit_code, 0);
  const auto expect_refusal = [&](const std::string& arguments, const std::string& message) {
    const auto run = ringside_program("run --out - " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_THAT(run.err, HasSubstr(message));
  };
  expect_refusal("--from " + first, "holds 6 records; say which: " + first + ":LINE");
  expect_refusal("--from " + first + ":7",
                 first + ":7: no record stands there; the file's last one is " + first + ":6");
  expect_refusal("--from no/such.jsonl", "no/such.jsonl: cannot be read");
  expect_refusal("--from " + first + ":1 --steps 10",
                 "--from runs exactly what the record says; --steps cannot change that");
  expect_refusal("--from " + first + ":1 tiny", "EXPERIMENT cannot change that");
  expect_refusal("", "EXPERIMENT is required, or --from");
}

}  // namespace
}  // namespace ringside
