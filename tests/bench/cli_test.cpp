// The program as a user runs it: what it writes where, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ringside_program;
using ::testing::StartsWith;

void expect_usage_error(const std::string& arguments, const std::string& message) {
  const auto result = ringside_program(arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments;
  EXPECT_THAT(result.out, IsEmpty()) << arguments;
  EXPECT_THAT(result.err, StartsWith("ringside: ")) << arguments;
  EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
}

TEST(CommandLine, HelpsEverywhere) {
  for (const char* arguments :
       {"-h", "--help", "run -h", "table -h", "list -h", "graph -h", "data -h", "data fetch -h"}) {
    const auto result = ringside_program(arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments;
    EXPECT_THAT(result.out, HasSubstr("Usage: ringside")) << arguments;
  }
  EXPECT_THAT(ringside_program("--version").out, StartsWith("ringside 0."));
}

TEST(CommandLine, NamesTheNearestOfWhatDoesNotExist) {
  expect_usage_error("rnu tiny", "unknown command \"rnu\"; did you mean \"run\"?");
  expect_usage_error("run tiny --devces 1,2", "unknown option \"--devces\"; did you mean \"--devices\"?");
  expect_usage_error("run tiny --num_gus=8", "unknown option \"--num_gus\"");
  expect_usage_error("run tinny", "unknown experiment \"tinny\"; did you mean \"tiny\"?");
  expect_usage_error("run tiny --strategy ring", "unknown strategy \"ring\"; did you mean \"ring_delayed\"?");
  expect_usage_error("run tiny --backend onedn", "unknown backend \"onedn\"; did you mean \"onednn\"?");
  expect_usage_error("run tiny --scaling week", "--scaling: unknown value \"week\"; did you mean \"weak\"?");
  expect_usage_error("graph sngle", "unknown strategy \"sngle\"; did you mean \"single\"?");
  expect_usage_error("graph single --network lennet", "unknown network \"lennet\"; did you mean \"lenet\"?");
  expect_usage_error("graph single --format dott", "unknown graph format \"dott\"; did you mean \"dot\"?");
  expect_usage_error("list strategy", "unknown list \"strategy\"; did you mean \"strategies\"?");
  expect_usage_error("data fetsh", "unknown command \"fetsh\"; did you mean \"fetch\"?");
}

TEST(CommandLine, TakesNumbersStrictly) {
  expect_usage_error("run tiny --steps abc", "--steps: expected a whole number from 1, found \"abc\"");
  expect_usage_error("run tiny --steps 1e3", "--steps: expected a whole number");
  expect_usage_error("run tiny --devices 1,,2", "--devices: expected names or numbers with commas");
  expect_usage_error("run tiny --devices 0", "--devices: expected a whole number from 1, found \"0\"");
  expect_usage_error("run tiny --seed -1", "--seed: expected a whole number from 0, found \"-1\"");
  expect_usage_error("graph single --batch 0", "--batch: expected a whole number from 1");
}

TEST(CommandLine, SaysWhatIsMissingOrTooMuch) {
  expect_usage_error("", "no command; ringside -h shows what there is");
  expect_usage_error("run", "EXPERIMENT");
  expect_usage_error("table", "RECORDS");
  expect_usage_error("data", "there are fetch and check");
  expect_usage_error("list strategies backends", "unexpected \"backends\"");
  expect_usage_error("run tiny --append --force", "--append");
  expect_usage_error("run tiny --steps 10 --epochs 1", "--steps and --epochs both say how long");
  expect_usage_error("run tiny --devices 14", "a batch of 13 on 14 devices");
  expect_usage_error("graph single --devices 2", "2 devices; it runs on 1");
  expect_usage_error("table no/such.jsonl", "no/such.jsonl: cannot be read");
  expect_usage_error("run no/such.json", "no/such.json: cannot be read");
}

TEST(CommandLine, SaysThatTheHomeIsWrong) {
  const auto result = ringside_program("list networks", "RINGSIDE_HOME=/no/such");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("RINGSIDE_HOME is \"/no/such\", which has no folder bench/networks"));
}

TEST(CommandLine, ListsEveryMenuAsTextAndAsJson) {
  for (const std::string menu : {"strategies", "backends", "networks", "datasets", "experiments"}) {
    const auto text = ringside_program("list " + menu), json = ringside_program("list --json " + menu);
    const auto entries = nlohmann::json::parse(json.out);
    ASSERT_FALSE(entries.empty()) << menu;
    for (const auto& entry : entries) {
      EXPECT_THAT(text.out, HasSubstr(entry["name"].get<std::string>() + " "));
      EXPECT_FALSE(entry["summary"].get<std::string>().empty());
    }
  }
}

TEST(CommandLine, DrawsGraphs) {
  EXPECT_THAT(ringside_program("graph ring_delayed --devices 3 --network lenet").out, HasSubstr("3"));
  EXPECT_THAT(ringside_program("graph ring_delayed --format dot").out, StartsWith("digraph"));
  EXPECT_EQ(ringside_program("graph single").exit_code, 0);
}

TEST(Run, WritesARecordForEveryCellAndATableOfThem) {
  const testing::SmallExperiment files;
  const std::string out = files.path("run.jsonl");
  const auto run = ringside_program("run " + files.file() + " --out " + out);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("records: " + out));
  EXPECT_THAT(run.err, Not(HasSubstr("\r")));  // no bar where there is no terminal
  const auto records = testing::records_in(testing::text_of(out));
  ASSERT_EQ(records.size(), 11U);  // single, and five strategies on 1 and 2 devices
  for (const auto& record : records) {
    EXPECT_EQ(record["status"], "ok") << record["message"];
    EXPECT_TRUE(record["valid"].get<bool>()) << record["checks"];
    EXPECT_EQ(record["identity"]["steps"], 8);
    std::size_t steps = 0;
    for (const auto& round : record["results"]["step_s"]) steps += round.size();
    EXPECT_EQ(steps, 8U);
    EXPECT_EQ(record["results"]["statistics"]["count"], 6);  // without the first of each of two repetitions
    EXPECT_EQ(record["results"]["traffic"]["counted"], record["results"]["traffic"]["expected"]);
    EXPECT_TRUE(record["results"]["convergence"].back()["test_accuracy"].is_number());
  }
  const auto table = ringside_program("table " + out);
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("small on synthetic, strong scaling"));
  EXPECT_THAT(table.out, HasSubstr("1 (baseline) ✓"));
  EXPECT_EQ(ringside_program("table - < " + out).out, table.out);
}

TEST(Run, SynchronousStrategiesReachTheSameLossesOnAnyNumberOfDevices) {
  const testing::SmallExperiment files;
  const auto run =
      ringside_program("run " + files.file() + " --strategy single,master_slave,reduction_tree,model_parallel --out -");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = testing::records_in(run.out);
  const double expected = records.front()["results"]["convergence"].back()["train_loss"].get<double>();
  for (const auto& record : records)
    EXPECT_NEAR(record["results"]["convergence"].back()["train_loss"].get<double>(), expected, 1e-5 * expected);
}

TEST(Run, RecordsTheSolverInEffectAndTheShards) {
  const testing::SmallExperiment files(R"(, "batch": 7, "recipes": {"ring_delayed": {"rate": 0.125, "momentum": 0}})");
  const auto run = ringside_program("run --out - --quiet " + files.file() +
                                    " --strategy ring_delayed --devices 2 --scaling weak,strong");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  const auto records = testing::records_in(run.out);
  ASSERT_EQ(records.size(), 4U);  // a baseline for each scaling was added
  EXPECT_EQ(records[0]["identity"]["strategy"], "single");
  EXPECT_EQ(records[0]["identity"]["solver"]["momentum"], 0.5);
  const auto& weak = records[1]["identity"];
  EXPECT_EQ(weak["batch"], 14);
  EXPECT_EQ(weak["shards"], nlohmann::json({7, 7}));
  EXPECT_EQ(weak["delay"], 1);
  EXPECT_EQ(weak["solver"]["rate"]["base"], 0.125);
  EXPECT_EQ(weak["solver"]["momentum"], 0);
  EXPECT_EQ(records[3]["identity"]["shards"], nlohmann::json({4, 3}));
}

TEST(Run, NeverOverwritesByAccident) {
  const testing::SmallExperiment files;
  const std::string command =
      "run --quiet " + files.file() + " --strategy single --devices 1 --out " + files.path("run.jsonl");
  EXPECT_EQ(ringside_program(command).exit_code, 0);
  const auto again = ringside_program(command);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("run.jsonl exists already; --append adds to it, --force replaces it"));
  EXPECT_EQ(ringside_program(command + " --append").exit_code, 0);
  EXPECT_EQ(testing::records_in(testing::text_of(files.path("run.jsonl"))).size(), 2U);
  EXPECT_EQ(ringside_program(command + " --force").exit_code, 0);
  EXPECT_EQ(testing::records_in(testing::text_of(files.path("run.jsonl"))).size(), 1U);
}

TEST(Run, DivergenceEndsOneCellAndNotTheOthers) {
  const testing::SmallExperiment files(R"(, "recipes": {"master_slave": {"rate": 1e30}})");
  const auto run = ringside_program("run --out - " + files.file() + " --strategy single,master_slave,reduction_tree");
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("small master_slave on 2 devices, strong scaling: diverged: "));
  int diverged = 0, ok = 0;
  for (const auto& record : testing::records_in(run.out)) {
    diverged += record["status"] == "diverged";
    ok += record["status"] == "ok";
    if (record["status"] != "diverged") continue;
    EXPECT_FALSE(record["valid"].get<bool>());
    EXPECT_TRUE(record["results"]["speed_up"]["value"].is_null());
    EXPECT_EQ(record["results"]["speed_up"]["reason"], "not_valid");
  }
  EXPECT_EQ(diverged, 2);
  EXPECT_EQ(ok, 3);
}

TEST(Run, ListsTheCellsOfADryRunAndRunsNothing) {
  const testing::SmallExperiment files;
  const auto run = ringside_program("run --dry-run " + files.file() + " --strategy ring_delayed --devices 2 --out " +
                                    files.path("run.jsonl"));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out,
            "small single on 1 device, strong scaling: batch 6, 8 steps in 2 repetitions, reference, seed 1 (added: "
            "the baseline)\n"
            "small ring_delayed on 2 devices, strong scaling: batch 6, 8 steps in 2 repetitions, reference, seed 1\n");
  EXPECT_FALSE(std::filesystem::exists(files.path("run.jsonl")));
}

TEST(Run, LeavesValidRecordsWhenItIsInterrupted) {
  const testing::SmallExperiment files(R"(, "steps": 100000000)");
  const std::string out = files.path("run.jsonl");
  const auto run =
      ringside_program("run --quiet " + files.file() + " --out " + out, "( sleep 2; kill -INT $$ ) & exec env");
  EXPECT_EQ(run.exit_code, 130) << run.err;
  const auto records = testing::records_in(testing::text_of(out));
  ASSERT_EQ(records.size(), 11U);
  for (const auto& record : records) {
    EXPECT_EQ(record["status"], "interrupted");
    EXPECT_FALSE(record["valid"].get<bool>());
  }
  EXPECT_EQ(ringside_program("table " + out).exit_code, 0);
}

TEST(Run, TracesTheLastStepsOfEveryCell) {
  const testing::SmallExperiment files;
  const auto run = ringside_program("run --quiet --out - " + files.file() + " --trace " + files.path("trace.json"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto trace = nlohmann::json::parse(testing::text_of(files.path("trace.json")));
  std::set<std::string> processes;
  for (const auto& event : trace["traceEvents"])
    if (event["name"] == "process_name") processes.insert(event["args"]["name"]);
  EXPECT_EQ(processes.size(), 16U);  // 6 cells of one device, 5 of two
}

TEST(Run, WritesTheSameWhateverTheLocale) {
  const testing::SmallExperiment files;
  const std::string command = "run --quiet --out - --strategy single --devices 1 " + files.file();
  const auto german = ringside_program(command, "LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8");
  ASSERT_EQ(german.exit_code, 0) << german.err;
  const auto english = ringside_program(command, "LC_ALL=C");
  EXPECT_EQ(testing::records_in(german.out)[0]["identity"], testing::records_in(english.out)[0]["identity"]);
  EXPECT_EQ(testing::records_in(german.out)[0]["results"]["convergence"],
            testing::records_in(english.out)[0]["results"]["convergence"]);
}

TEST(Run, GivesTheSameLossesAgainForTheSameSeedAndOthersForAnother) {
  const testing::SmallExperiment files;
  const auto losses = [&](const std::string& seed) {
    const auto run =
        ringside_program("run --quiet --out - --strategy ring_delayed --devices 2 " + files.file() + " --seed " + seed);
    return testing::records_in(run.out).back()["results"]["convergence"];
  };
  const auto first = losses("1");
  EXPECT_EQ(losses("1"), first);
  EXPECT_NE(losses("2"), first);
}

// The experiment that the checkout ships for trying the program, on the backend that it measures with.
TEST(Run, TinyIsValidThroughout) {
  const auto run = ringside_program("run tiny --quiet --out -");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const auto& record : testing::records_in(run.out)) EXPECT_TRUE(record["valid"].get<bool>()) << record["checks"];
}

}  // namespace
}  // namespace ringside
