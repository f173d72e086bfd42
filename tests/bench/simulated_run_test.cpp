// `ringside run --simulate`, `list machines` and `advise`, as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using testing::ringside_program;

TEST(SimulatedRun, WritesRecordsOfTheSchemaAndATrace) {
  const testing::SmallExperiment files;
  const std::string out = files.path("run.jsonl"), trace = files.path("trace.json");
  // Six devices: more than the machine has, so that a record that failed is among them.
  const auto run = ringside_program("run --quiet " + files.file() + " --simulate k40x4 --devices 1,2,4,6 --out " + out +
                                    " --trace " + trace);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("6 devices are asked for; machine k40x4 has 4"));
  const auto records = testing::records_in(testing::text_of(out));
  ASSERT_EQ(records.size(), 1U + 5 * 4);
  for (const auto& record : records) {
    EXPECT_EQ(record["identity"]["timing"], "simulated");
    EXPECT_EQ(record["identity"]["machine"]["name"], "k40x4");
    EXPECT_TRUE(record["identity"]["dataset"].is_null());
    EXPECT_TRUE(record["results"]["convergence"].empty());
    const bool fits = record["identity"]["devices"] <= 4;
    EXPECT_EQ(record["valid"], fits);
    EXPECT_EQ(record["results"]["critical_path"].is_object(), fits);
    EXPECT_EQ(record["results"]["links"].is_array(), fits);
  }
  EXPECT_FALSE(nlohmann::json::parse(testing::text_of(trace))["traceEvents"].empty());

  const std::string script = R"(import json, jsonschema, sys
validator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
for line in open(sys.argv[2]):
    for error in validator.iter_errors(json.loads(line)):
        print(list(error.absolute_path), error.message))";
  if (run_child({"sh", "-c", "/usr/bin/python3 -c 'import jsonschema' 2>&1"}).exit_code != 0)
    GTEST_SKIP() << "no python3-jsonschema";
  const std::string schema = RINGSIDE_SOURCE_DIR "/results/schema.json";
  const ChildResult held = run_child({"/usr/bin/python3", "-c", script, schema, out});
  EXPECT_EQ(held.output, "");
  EXPECT_EQ(held.exit_code, 0);
}

// Loss against simulated time: what was learned comes from a real run, and the record says from which.
TEST(SimulatedRun, TakesConvergenceFromARealRunOfTheSame) {
  const testing::SmallExperiment files;
  const std::string real = files.path("real.jsonl"), out = files.path("simulated.jsonl");
  const auto run =
      ringside_program("run --quiet " + files.file() + " --strategy master_slave --devices 2 --out " + real);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto simulated = ringside_program(
      "run --quiet " + files.file() +
      " --strategy master_slave,reduction_tree --devices 2 --simulate k40x4 --numerics " + real + " --out " + out);
  ASSERT_EQ(simulated.exit_code, 0) << simulated.err;
  int joined = 0;
  for (const auto& record : testing::records_in(testing::text_of(out))) {
    const nlohmann::json& results = record["results"];
    const std::string strategy = record["identity"]["strategy"];
    const nlohmann::json* same = nullptr;
    const auto trained = testing::records_in(testing::text_of(real));
    for (const auto& other : trained)
      if (other["identity"]["strategy"] == strategy) same = &other;
    EXPECT_EQ(same == nullptr, strategy == "reduction_tree");
    if (same == nullptr) {
      EXPECT_TRUE(results["numerics"].is_null());
      EXPECT_TRUE(results["convergence"].empty());
      continue;
    }
    EXPECT_EQ(results["numerics"], (*same)["context"]["run"]);
    EXPECT_EQ(results["convergence"], (*same)["results"]["convergence"]);
    EXPECT_FALSE(results["convergence"].empty());
    ++joined;
  }
  EXPECT_EQ(joined, 2);  // the baseline, and master_slave
  const auto measured = ringside_program("run " + files.file() + " --numerics " + real);
  EXPECT_EQ(measured.exit_code, 2);
  EXPECT_THAT(measured.err, HasSubstr("--numerics"));
}

TEST(SimulatedRun, NamesTheNearestMachine) {
  const auto run = ringside_program("run lenet --simulate k40x5");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("did you mean \"k40x4\"?"));
}

TEST(ListMachines, TellsWhatIsUnverified) {
  const auto list = nlohmann::json::parse(ringside_program("list machines --json").out);
  EXPECT_GE(list.size(), 13U);
  for (const auto& machine : list) {
    EXPECT_FALSE(machine["summary"].get<std::string>().empty());
    EXPECT_LE(machine["unverified"], machine["numbers"]);
  }
}

TEST(Advise, RanksStrategiesAndSaysWhereItCannotTell) {
  const std::string command = "advise --network lenet --machine k40x4 --devices 1,4,8 --batch 64,512";
  const auto json = nlohmann::json::parse(ringside_program(command + " --json").out);
  EXPECT_EQ(json["error_is_measured"], false);
  ASSERT_EQ(json["cells"].size(), 6U);
  for (const auto& cell : json["cells"]) {
    double last = 1e300;
    for (const auto& candidate : cell["candidates"]) {
      if (candidate["img_per_s"].is_null()) {
        EXPECT_FALSE(candidate["obstacle"].get<std::string>().empty());
        continue;
      }
      EXPECT_LE(candidate["img_per_s"].get<double>(), last);
      last = candidate["img_per_s"];
    }
    // More devices than there are: one device is all that can be run.
    EXPECT_TRUE(cell["devices"] != 8 || cell["fastest"] == "single");
    const double first = cell["candidates"][0]["img_per_s"];
    const auto& second = cell["candidates"].size() > 1 ? cell["candidates"][1]["img_per_s"] : nlohmann::json();
    const bool close = second.is_number() && second.get<double>() * (1 + json["error"].get<double>()) >= first;
    EXPECT_EQ(cell["too_close_to_call"], close);
  }
  const std::string text = ringside_program(command).out;
  EXPECT_THAT(text, HasSubstr("crossovers\n"));
  EXPECT_THAT(text, HasSubstr("10 % is assumed"));
}

}  // namespace
}  // namespace ringside
