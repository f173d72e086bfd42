// Files made to fool a comparison: each must be refused, or its trick be told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/paths.h"
#include "tests/bench/made_record.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::made_record;
using ::testing::Not;
using testing::of_run;
using testing::ringside_program;
using testing::with_steps;

// Two files on the disk, and the program on them.
class Files {
 public:
  std::string write(const std::string& name, const std::string& text) {
    return scratch_.write(name, testing::bytes_of(text)).string();
  }
  testing::ProgramResult compare(const std::string& baseline, const std::string& candidate,
                                 const std::string& options = "") {
    return ringside_program("compare " + write("before.jsonl", baseline) + " " + write("after.jsonl", candidate) + " " +
                            options);
  }
  testing::ProgramResult compare(const nlohmann::json& baseline, const nlohmann::json& candidate,
                                 const std::string& options = "") {
    return compare(baseline.dump() + "\n", candidate.dump() + "\n", options);
  }

 private:
  testing::Scratch scratch_;
};

nlohmann::json changed(const char* pointer, const nlohmann::json& value) {
  nlohmann::json record = of_run(made_record("single", 1, 5120), 3);
  record[nlohmann::json::json_pointer(pointer)] = value;
  return record;
}

// A difference by its name, refused with exit code 3, and compared once it is allowed by that name.
TEST(CompareRefuses, WhatWasNotDoneAlike) {
  const std::vector<std::tuple<std::string, const char*, nlohmann::json>> tricks{
      {"scaling", "/identity/scaling", "weak"},
      {"batch", "/identity/batch", 128},
      {"data", "/identity/dataset/hash", "cd34"},
      {"length", "/identity/steps", 9},
      {"length", "/identity/repetitions", 3},
      {"backend", "/identity/backend", "reference"},
      {"seed", "/identity/seed", 2},
      {"solver", "/identity/solver/momentum", 0},
      {"host", "/context/machine_class", "another-4-cores-x86_64"},
      {"build", "/context/build_type", "RelWithDebInfo"},
      {"devices", "/context/physical_devices", 4}};
  const nlohmann::json baseline = made_record("single", 1, 5120);
  for (const auto& [name, pointer, value] : tricks) {
    Files files;
    const auto refused = files.compare(baseline, changed(pointer, value));
    EXPECT_EQ(refused.exit_code, 3) << name;
    EXPECT_THAT(refused.out, AllOf(HasSubstr("not comparable (--allow NAME compares all the same)"),
                                   HasSubstr(": " + name + ": "), HasSubstr(" against "), Not(HasSubstr("step_p10_s"))))
        << name;
    const auto allowed = files.compare(baseline, changed(pointer, value), "--allow " + name);
    EXPECT_EQ(allowed.exit_code, 0) << name << allowed.out;
    EXPECT_THAT(allowed.out, AllOf(HasSubstr("Allowed to differ: " + name), HasSubstr("step_p10_s"))) << name;
  }
}

TEST(CompareRefuses, BuildsWhoseTimesMeanNothingEvenOnBothSides) {
  Files files;
  const nlohmann::json debug = changed("/context/build_type", "Debug"), tsan = changed("/context/sanitizer", "thread");
  const auto both = files.compare(debug, debug);
  EXPECT_EQ(both.exit_code, 3);
  EXPECT_THAT(both.out, HasSubstr("build: a Debug build of the baseline: times mean nothing"));
  EXPECT_THAT(files.compare(made_record("single", 1, 1), debug).out, HasSubstr("build: Release against Debug"));
  EXPECT_THAT(files.compare(made_record("single", 1, 1), tsan).out, HasSubstr("Release against Release with thread"));
}

TEST(CompareRefuses, ResultsThatAreWrong) {
  Files files;
  nlohmann::json wrong = changed("/status", "wrong_result"), fails_checks = changed("/valid", false);
  wrong["valid"] = false;
  const auto refused = files.compare(made_record("single", 1, 1), wrong);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.out, HasSubstr("validity: wrong_result of the candidate: times mean nothing"));
  EXPECT_EQ(files.compare(made_record("single", 1, 1), fails_checks).exit_code, 3);
  EXPECT_EQ(files.compare(wrong, wrong).exit_code, 3);  // wrong on both sides is not equal
  EXPECT_EQ(files.compare(made_record("single", 1, 1), wrong, "--allow validity").exit_code, 0);
}

TEST(CompareRefuses, ARunTwiceInAFileAndRunsOfTwoCommits) {
  Files files;
  const std::string line = made_record("single", 1, 1).dump() + "\n";
  const auto doubled = files.compare(line, line + line);
  EXPECT_EQ(doubled.exit_code, 2);
  EXPECT_THAT(doubled.err, AllOf(HasSubstr("after.jsonl:2: the same cell and run as"), HasSubstr("after.jsonl:1")));
  const auto mixed = files.compare(line, line + changed("/context/commit", "def456").dump() + "\n");
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_THAT(mixed.err, HasSubstr("differ in commit: abc123 against def456"));
}

TEST(CompareRefuses, WhatIsNoRecord) {
  Files files;
  const std::string line = made_record("single", 1, 1).dump() + "\n";
  const auto refused = [&](const std::string& candidate, const std::string& message) {
    const auto result = files.compare(line, candidate);
    EXPECT_EQ(result.exit_code, 2) << candidate;
    EXPECT_THAT(result.err, HasSubstr(message));
  };
  refused("", "after.jsonl: no records");
  refused(line + line.substr(0, 90), "after.jsonl:2: not JSON: ");  // a truncated line
  refused("[1, 2]\n", "after.jsonl:1: expected an object");
  const auto with_text = [&](const std::string& old_text, const std::string& new_text) {
    std::string text = line;
    return text.replace(text.find(old_text), old_text.size(), new_text);
  };
  refused(with_text("0.0125", "NaN"), "after.jsonl:1: not JSON");
  refused(with_text("0.0125", "Infinity"), "after.jsonl:1: not JSON");
  refused(with_text("0.0125", "1e999"), "after.jsonl:1: not JSON");
}

TEST(CompareRefuses, TimesThatAreNoneNamingTheirPlace) {
  Files files;
  const nlohmann::json baseline = made_record("single", 1, 1);
  const auto refused = [&](const nlohmann::json& value, const std::string& message) {
    const auto result = files.compare(baseline, changed("/results/step_s/1/2", value));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("after.jsonl:1: "), HasSubstr("\"step_s\""), HasSubstr(message)));
  };
  refused(nullptr, "repetition 2: \"step_s\"[2]: expected a number, found null");
  refused("12 ms", "expected a number, found text \"12 ms\"");
  refused(-0.5, "expected a number from 0 up, found -0.5");
}

// Fields carry their unit in their name: another unit is another field.
TEST(CompareRefuses, FieldsThatAreMissingOrInAnotherUnit) {
  Files files;
  const nlohmann::json baseline = made_record("single", 1, 1);
  nlohmann::json in_us = baseline, no_scaling = baseline, no_context = baseline;
  in_us["results"]["step_us"] = in_us["results"]["step_s"];
  in_us["results"].erase("step_s");
  no_scaling["identity"].erase("scaling");
  no_context.erase("context");
  EXPECT_THAT(files.compare(baseline, in_us).err, HasSubstr("after.jsonl:1: \"results\": needs \"step_s\""));
  EXPECT_THAT(files.compare(baseline, no_scaling).err, HasSubstr("after.jsonl:1: \"identity\": needs \"scaling\""));
  const auto result = files.compare(baseline, no_context);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("after.jsonl:1: needs \"context\""));
}

TEST(CompareTells, ThatNoTimePassed) {
  Files files;
  const nlohmann::json zero = with_steps(made_record("single", 1, 1), {{0, 0}, {0, 0}});
  const auto text = files.compare(zero, made_record("single", 1, 1));
  EXPECT_THAT(text.out, HasSubstr("zero_time"));
  const auto json = nlohmann::json::parse(files.compare(zero, made_record("single", 1, 1), "--format json").out);
  EXPECT_TRUE(json["comparisons"][0]["ratio"].is_null());
  EXPECT_EQ(json["comparisons"][0]["reason"], "zero_time");
  EXPECT_EQ(json["comparisons"][0]["verdict"], "none");
}

TEST(CompareTells, NanosecondsApart) {
  Files files;
  const auto result =
      files.compare(with_steps(made_record("single", 1, 1), {{1.8e-9, 1.8e-9}, {1.8e-9, 1.8e-9}}),
                    of_run(with_steps(made_record("single", 1, 1), {{2.2e-9, 2.2e-9}, {2.2e-9, 2.2e-9}}), 4));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("1.80 ns"), HasSubstr("2.20 ns"), HasSubstr("1.222 [1.222, 1.222]")));
}

TEST(CompareTells, HugeRatiosInFull) {
  Files files;
  const auto result = files.compare(with_steps(made_record("single", 1, 1), {{1e-6, 1e-6}, {1e-6, 1e-6}}),
                                    of_run(with_steps(made_record("single", 1, 1), {{1e6, 1e6}, {1e6, 1e6}}), 4));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("1e+12 [1e+12, 1e+12]"));
}

TEST(CompareTells, TimesInTheUnitThatIsAskedFor) {
  Files files;
  const nlohmann::json record = with_steps(made_record("single", 1, 1), {{1.5, 1.5}, {1.5, 1.5}});
  EXPECT_THAT(files.compare(record, record, "--time-unit ms").out, HasSubstr("1,500 ms"));
  EXPECT_THAT(files.compare(record, record).out, HasSubstr("1.50 s"));
  EXPECT_THAT(files.compare(record, record, "--time-unit bytes").err, HasSubstr("bytes is no unit of time"));
}

// Strict JSON whatever stands in the records.
TEST(CompareTells, AllInStrictJsonWhateverTheNames) {
  Files files;
  for (const std::string& name :
       {std::string(), std::string("a\"b\\c\n\t\x01"), std::string("naïve ✓"), std::string("{}")}) {
    nlohmann::json record = made_record("single", 1, 1);
    record["identity"]["network"] = name;
    const auto result = files.compare(record, record, "--format json");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["comparisons"][0]["cell"], name + " single on 1 device, strong scaling");
    EXPECT_EQ(json["comparisons"][0]["unit"], "s");
    EXPECT_EQ(json["comparisons"][0]["better"], "lower");
  }
}

TEST(CompareTells, InMarkdownForAPullRequest) {
  Files files;
  const auto result =
      files.compare(with_steps(made_record("single", 1, 1), {{0.1, 0.1}, {0.1, 0.1}}),
                    of_run(with_steps(made_record("single", 1, 1), {{0.2, 0.2}, {0.2, 0.2}}), 4), "--format markdown");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("### Regression: 3 worse, "));
  EXPECT_THAT(result.out,
              HasSubstr("| lenet single on 1 device, strong scaling | `step_p10_s` | 100 ms | 200 ms | 2.000 "
                        "[2.000, 2.000] | **worse: over 5 %** |\n"));
}

TEST(CompareUsage, IsStrict) {
  Files files;
  const nlohmann::json record = made_record("single", 1, 1);
  const auto refused = [&](const std::string& options, const std::string& message) {
    const auto result = files.compare(record, record, options);
    EXPECT_EQ(result.exit_code, 2) << options;
    EXPECT_THAT(result.err, HasSubstr(message)) << options;
  };
  refused("--threshold 5", "--threshold: expected a percentage such as 5%, found \"5\"");
  refused("--threshold step_p10=5%", "unknown metric \"step_p10\"; did you mean \"step_p10_s\"?");
  refused("--allow hosts", "unknown allowance \"hosts\"; did you mean \"host\"?");
  refused("--format txt", "unknown format of a comparison \"txt\"; did you mean \"text\"?");
  refused("--time-unit sec", "unknown unit \"sec\"");
  refused("--by device", "--by: expected \"strategy\"");
  refused("--suite tinny", "unknown experiment \"tinny\"");
  refused("more.jsonl", "expected BASELINE and CANDIDATE, found 3 files");
  EXPECT_EQ(files.compare(record, record, "--threshold 3%,cpu_s=50% --allow-missing").exit_code, 0);
}

TEST(CompareSuite, ThresholdsOfMetricsThatNobodyMeasuresAreOrphans) {
  Files files;
  const nlohmann::json record = made_record("single", 1, 1);
  const std::string suite =
      files.write("suite.json", R"({"summary": "s", "networks": ["lenet"], "strategies": ["single"],
    "devices": [1], "scaling": ["strong"], "thresholds": {"step_p10_s": "4%", "simulated_step_s": "0%"}})");
  const auto orphan = files.compare(record, record, "--suite " + suite);
  EXPECT_EQ(orphan.exit_code, 3);
  EXPECT_THAT(orphan.err, HasSubstr("thresholds for metrics that no compared record has: simulated_step_s"));
  const std::string unknown = files.write("suite.json", R"({"summary": "s", "networks": ["lenet"],
    "strategies": ["single"], "devices": [1], "scaling": ["strong"], "thresholds": {"step_p11_s": "4%"}})");
  EXPECT_THAT(files.compare(record, record, "--suite " + unknown).err, HasSubstr("unknown metric \"step_p11_s\""));
}

TEST(CompareBaselines, AreKeptByClassOfMachine) {
  testing::Scratch folder;
  Files files;
  const std::string candidate = files.write("after.jsonl", made_record("single", 1, 1).dump() + "\n");
  const auto none = ringside_program("compare " + folder.path().string() + " " + candidate);
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("a-cpu-2-cores-x86_64.jsonl: no baseline of this class of machine"));
  folder.write("a-cpu-2-cores-x86_64.jsonl", testing::bytes_of(made_record("single", 1, 1).dump() + "\n"));
  EXPECT_EQ(ringside_program("compare " + folder.path().string() + " " + candidate).exit_code, 0);
}

}  // namespace
}  // namespace ringside
