// Exports: fields as the other tools want them, and one of them tried on the tool itself.
#include "bench/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "bench/child_process.h"
#include "core/base/error.h"
#include "tests/bench/made_record.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using testing::made_record;
using testing::placed;

nlohmann::ordered_json exported_as(const nlohmann::json& record, const char* format) {
  int skipped = 0;
  return exported({placed(record)}, parse_export_format(format), skipped);
}

nlohmann::json twice_as_slow(double factor) {
  return testing::with_steps(made_record("ring_delayed", 2, 1),
                             {{0.1 * factor, 0.1 * factor}, {0.2 * factor, 0.2 * factor}});
}

TEST(Export, ToGoogleBenchmarkHasAnEntryARepetition) {
  const auto json = exported_as(twice_as_slow(1), "google-benchmark");
  ASSERT_EQ(json["benchmarks"].size(), 2U);
  const auto& second = json["benchmarks"][1];
  EXPECT_EQ(second["name"], "lenet/ring_delayed/devices:2/strong/onednn");
  EXPECT_EQ(second["repetition_index"], 1);
  EXPECT_EQ(second["iterations"], 2);
  EXPECT_DOUBLE_EQ(second["real_time"].get<double>(), 200);
  EXPECT_EQ(second["time_unit"], "ms");
}

TEST(Export, ToGoogleBenchmarkLoadsInItsCompareTool) {
  const std::string tool = "/usr/share/benchmark/compare.py";
  if (!std::filesystem::exists(tool) ||
      run_child({"sh", "-c", "/usr/bin/python3 -c 'import scipy' 2>&1"}).exit_code != 0)
    GTEST_SKIP() << "no libbenchmark-tools or python3-scipy";
  const testing::Scratch scratch;
  const auto write = [&](const char* name, double factor) {
    return scratch.write(name, testing::bytes_of(exported_as(twice_as_slow(factor), "google-benchmark").dump()))
        .string();
  };
  const ChildResult result = run_child(
      {"/usr/bin/python3", tool, "--no-color", "benchmarks", write("before.json", 1), write("after.json", 1.5)});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, ::testing::ContainsRegex("lenet/ring_delayed/devices:2/strong/onednn +\\+0\\.5000"));
}

TEST(Export, ToBencherIsAMapOfMeasures) {
  const auto json = exported_as(twice_as_slow(1), "bencher");
  const auto& measures = json["lenet/ring_delayed/devices:2/strong/onednn"];
  EXPECT_DOUBLE_EQ(measures["step-median-s"]["value"].get<double>(), 0.15);
  EXPECT_DOUBLE_EQ(measures["step-median-s"]["lower_value"].get<double>(), 0.11);  // a tenth of the way
  EXPECT_EQ(measures["parameters"]["value"], 431080);
}

TEST(Export, ToGithubActionIsAListInWhichSmallerIsBetter) {
  bool found = false;
  for (const auto& entry : exported_as(twice_as_slow(1), "github-action")) {
    EXPECT_TRUE(entry["value"].is_number());
    EXPECT_TRUE(entry["unit"].is_string());
    EXPECT_EQ(entry["name"].get<std::string>().find("accuracy"), std::string::npos);
    found = found || entry["name"] == "lenet/ring_delayed/devices:2/strong/onednn step_p10_s";
  }
  EXPECT_TRUE(found);
}

TEST(Export, NeverCarriesATimeThatDoesNotCount) {
  auto wrong = made_record("single", 1, 1);
  wrong["valid"] = false;
  int skipped = 0;
  EXPECT_THROW(exported({placed(wrong)}, ExportFormat::bencher, skipped), Error);
  exported({placed(wrong), placed(made_record("single", 1, 1))}, ExportFormat::bencher, skipped);
  EXPECT_EQ(skipped, 1);
  EXPECT_THAT(testing::error_of([] { parse_export_format("gbench"); }),
              ::testing::HasSubstr("unknown format to export to"));
}

}  // namespace
}  // namespace ringside
