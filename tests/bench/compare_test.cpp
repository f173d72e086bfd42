// Comparisons worked out by hand: what is better, worse, the same, and too noisy to tell.
#include "bench/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/bench/made_record.h"

namespace ringside {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::made_record;
using testing::of_run;
using testing::placed;
using testing::with_steps;

using Records = std::vector<nlohmann::json>;

std::vector<PlacedRecord> all_placed(const Records& records) {
  std::vector<PlacedRecord> all;
  for (const auto& record : records) all.push_back({record, fmt::format("made.jsonl:{}", all.size() + 1)});
  return all;
}

CompareReport compared(const Records& baseline, const Records& candidate, const CompareOptions& options = {}) {
  return compare(all_placed(baseline), all_placed(candidate), {"before", "after"}, options);
}

const Comparison& of(const CompareReport& report, std::string_view metric) {
  const auto found = std::ranges::find_if(report.comparisons, [&](const auto& c) { return c.metric->name == metric; });
  if (found == report.comparisons.end()) throw std::runtime_error("no such comparison");
  return *found;
}

// A run of two repetitions that takes `step_s` a step, a little more and a little less.
nlohmann::json run_of(double step_s) {
  return with_steps(made_record("single", 1, 64 / step_s), {{step_s, step_s}, {1.01 * step_s, 0.99 * step_s}});
}

TEST(Compare, ARecordWithItselfFindsEverythingTheSame) {
  const CompareReport report = compared({run_of(0.01)}, {run_of(0.01)});
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_GE(report.comparisons.size(), 9U);
  for (const Comparison& made : report.comparisons) {
    EXPECT_EQ(made.verdict, Verdict::same) << made.metric->name;
    EXPECT_EQ(made.ratio, 1) << made.metric->name;
  }
}

TEST(Compare, EighteenPerCentSlowerIsARegression) {
  const CompareReport report = compared({run_of(0.1)}, {of_run(run_of(0.118), 5)});
  EXPECT_EQ(report.exit_code(), 1);
  EXPECT_EQ(of(report, "step_median_s").verdict, Verdict::worse);
  EXPECT_NEAR(*of(report, "step_median_s").ratio, 1.18, 1e-9);
  EXPECT_FALSE(of(report, "step_median_s").paired);
  EXPECT_EQ(compared({run_of(0.118)}, {of_run(run_of(0.1), 5)}).exit_code(), 0);
  EXPECT_EQ(of(compared({run_of(0.118)}, {of_run(run_of(0.1), 5)}), "step_p10_s").verdict, Verdict::better);
}

TEST(Compare, LessThanTheThresholdIsTheSame) {
  EXPECT_EQ(compared({run_of(0.1)}, {of_run(run_of(0.104), 5)}).exit_code(), 0);
  CompareOptions strict;
  strict.thresholds = {{"step_p10_s", 0.03}};
  const CompareReport report = compared({run_of(0.1)}, {of_run(run_of(0.104), 5)}, strict);
  EXPECT_EQ(of(report, "step_p10_s").verdict, Verdict::worse);
  EXPECT_EQ(of(report, "step_median_s").verdict, Verdict::same);
}

// Slowed down by the machine, fourfold, from run to run; by the code, by 8 %.
TEST(Compare, RunsInTurnsLetDriftCancel) {
  Records before, after;
  for (int run = 0; run < 6; ++run) {
    before.push_back(of_run(run_of(0.01 * (1 + run)), 2 * run));
    after.push_back(of_run(run_of(0.0108 * (1 + run)), 2 * run + 1));
  }
  const CompareReport report = compared(before, after);
  const Comparison& made = of(report, "step_p10_s");
  EXPECT_TRUE(made.paired);
  EXPECT_NEAR(*made.ratio, 1.08, 1e-9);
  EXPECT_NEAR(*made.low, 1.08, 1e-9);
  EXPECT_NEAR(*made.high, 1.08, 1e-9);
  EXPECT_EQ(made.verdict, Verdict::worse);
  EXPECT_THAT(report.notes, IsEmpty());
}

// Two turns agree by chance every other time: with so few, only what stands apart is believed.
TEST(Compare, FewTurnsTellNothingThatOverlaps) {
  const auto verdict = [](double first, double second) {
    return of(compared({of_run(run_of(0.1), 0), of_run(run_of(0.2), 2)},
                       {of_run(run_of(first), 1), of_run(run_of(second), 3)}),
              "step_p10_s")
        .verdict;
  };
  EXPECT_EQ(verdict(0.11, 0.22), Verdict::unclear);
  EXPECT_EQ(verdict(0.5, 0.6), Verdict::worse);
}

// The same runs one side after the other: rounds overlap, nothing can be told.
TEST(Compare, WithoutTurnsAMachineThatVariesMakesItUnclear) {
  Records before, after;
  for (int run = 0; run < 4; ++run) {
    before.push_back(of_run(run_of(0.01 * (1 + 0.1 * run)), run));
    after.push_back(of_run(run_of(0.0113 * (1 + 0.1 * run)), 30 + run));
  }
  const CompareReport report = compared(before, after);
  EXPECT_FALSE(of(report, "step_p10_s").paired);
  EXPECT_EQ(of(report, "step_p10_s").verdict, Verdict::unclear);
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_THAT(report.notes, Contains(HasSubstr("Not measured in turns")));
}

TEST(Compare, BusyMachinesCondemnNobodyWithoutTurns) {
  nlohmann::json busy = of_run(run_of(0.2), 5);
  busy["context"]["other_programs_cores"] = 1.4;
  const CompareReport report = compared({run_of(0.1)}, {busy});
  EXPECT_EQ(of(report, "step_median_s").verdict, Verdict::unclear);
  EXPECT_THAT(of(report, "step_median_s").reason, HasSubstr("other programs were busy"));
}

TEST(Compare, SaysThatAllCellsMovedTheSameWay) {
  Records before, after;
  for (const int devices : {1, 2, 3}) {
    before.push_back(with_steps(made_record("ring_delayed", devices, 1), {{0.1, 0.1}}));
    after.push_back(of_run(with_steps(made_record("ring_delayed", devices, 1), {{0.107, 0.107}}), 9));
  }
  EXPECT_THAT(compared(before, after).notes,
              Contains(HasSubstr("All 3 cells moved the same way, by +7.0 % to +7.0 %")));
}

TEST(Compare, AnyChangeOfAnExactMetricIsTold) {
  nlohmann::json more = run_of(0.01), less = run_of(0.01);
  more["results"]["traffic"]["counted"]["messages"] = 3;
  less["results"]["memory"]["device_bytes"] = {4000, 4499};
  EXPECT_EQ(of(compared({run_of(0.01)}, {more}), "traffic_messages").verdict, Verdict::changed);
  EXPECT_EQ(compared({run_of(0.01)}, {more}).exit_code(), 1);
  EXPECT_EQ(of(compared({run_of(0.01)}, {less}), "peak_memory_bytes").verdict, Verdict::changed);
  EXPECT_EQ(compared({run_of(0.01)}, {less}).exit_code(), 1);  // less is a change as well
  CompareOptions options;
  options.allowed = {"exact"};
  EXPECT_EQ(compared({run_of(0.01)}, {more}, options).exit_code(), 0);
}

// Lower is better for a loss, higher for an accuracy; both are shares.
TEST(Compare, KnowsWhichWayIsBetter) {
  nlohmann::json lossy = run_of(0.01), accurate = run_of(0.01);
  lossy["results"]["convergence"][1]["train_loss"] = 0.3;
  accurate["results"]["convergence"][1]["test_accuracy"] = 0.99;
  EXPECT_EQ(of(compared({run_of(0.01)}, {lossy}), "train_loss").verdict, Verdict::worse);
  EXPECT_EQ(of(compared({lossy}, {run_of(0.01)}), "train_loss").verdict, Verdict::better);
  EXPECT_EQ(of(compared({run_of(0.01)}, {accurate}), "test_accuracy").verdict, Verdict::better);
  EXPECT_EQ(of(compared({accurate}, {run_of(0.01)}), "test_accuracy").verdict, Verdict::worse);
  CompareOptions rate;
  rate.metrics = {&find_metric("throughput_img_per_s")};
  EXPECT_EQ(of(compared({run_of(0.01)}, {of_run(run_of(0.02), 3)}, rate), "throughput_img_per_s").verdict,
            Verdict::worse);
}

TEST(Compare, NothingVanishes) {
  const CompareReport report =
      compared({run_of(0.01), made_record("ring_delayed", 2, 1)}, {run_of(0.01), made_record("reduction_tree", 2, 1)});
  EXPECT_THAT(report.missing, ElementsAre("lenet ring_delayed on 2 devices, strong scaling"));
  EXPECT_THAT(report.added, ElementsAre("lenet reduction_tree on 2 devices, strong scaling"));
  EXPECT_EQ(report.exit_code(), 3);
  CompareOptions options;
  options.allowed = {"missing"};
  EXPECT_EQ(compared({run_of(0.01), made_record("ring_delayed", 2, 1)}, {run_of(0.01)}, options).exit_code(), 0);
}

TEST(Compare, AMetricThatIsGoneIsMissing) {
  nlohmann::json without = run_of(0.01);
  without["results"]["cpu_s"] = nullptr;
  const CompareReport report = compared({run_of(0.01)}, {without});
  EXPECT_THAT(report.missing, ElementsAre("cpu_s of lenet single on 1 device, strong scaling"));
  EXPECT_EQ(report.exit_code(), 3);
}

TEST(Compare, NothingInCommonIsAnError) {
  try {
    compared({run_of(0.01)}, {made_record("ring_delayed", 2, 1)});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::not_comparable);
    EXPECT_THAT(error.what(), HasSubstr("no cell in common"));
    EXPECT_THAT(error.what(), HasSubstr("lenet single on 1 device"));
  }
}

TEST(Compare, ARegressionCountsMoreThanAMissingCell) {
  EXPECT_EQ(compared({run_of(0.1), made_record("ring_delayed", 2, 1)}, {of_run(run_of(0.2), 5)}).exit_code(), 1);
}

TEST(CompareStrategies, TellsAndCondemnsNobody) {
  nlohmann::json ring = with_steps(made_record("ring_delayed", 2, 1), {{0.1, 0.1}, {0.3, 0.3}, {0.2, 0.2}}),
                 tree = with_steps(made_record("reduction_tree", 2, 1), {{0.2, 0.2}, {0.6, 0.6}, {0.4, 0.4}}),
                 alone = made_record("reduction_tree", 4, 1);
  ring["identity"]["solver"]["momentum"] = 0;
  const CompareReport report = compare_strategies(all_placed({ring, tree, alone}), "file", {});
  const Comparison& made = of(report, "step_median_s");
  EXPECT_THAT(made.cell, HasSubstr("ring_delayed on 2 devices, strong scaling against reduction_tree"));
  EXPECT_TRUE(made.paired);  // repetition by repetition: each is twice as fast
  EXPECT_DOUBLE_EQ(*made.ratio, 0.5);
  EXPECT_DOUBLE_EQ(*made.high, 0.5);
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_EQ(compare_strategies(all_placed({tree, ring}), "file", {}).comparisons.front().cell,
            report.comparisons.front().cell);
}

TEST(CompareStrategies, WantsTwoThatCanBeCompared) {
  EXPECT_THROW(
      compare_strategies(all_placed({made_record("ring_delayed", 2, 1), made_record("single", 1, 1)}), "f", {}), Error);
}

}  // namespace
}  // namespace ringside
