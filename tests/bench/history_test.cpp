// Histories made by hand: every change is listed, also one that was made good.
#include "bench/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/bench/made_record.h"

namespace ringside {
namespace {

using testing::made_record;

// A commit a minute, each a run of three repetitions that take about so many seconds a step.
Histories history_of(const std::vector<double>& steps, const std::string& metric = "step_p10_s") {
  std::vector<PlacedRecord> records;
  for (const double step_s : steps) {
    const int minute = static_cast<int>(records.size());
    auto record = testing::of_run(
        testing::with_steps(made_record("single", 1, 1),
                            {{step_s, step_s}, {1.01 * step_s, 1.01 * step_s}, {0.99 * step_s, 0.99 * step_s}}),
        minute);
    record["context"]["commit"] = fmt::format("commit{}", minute);
    record["results"]["traffic"]["counted"]["bytes"] = step_s;
    records.push_back({record, fmt::format("made.jsonl:{}", minute + 1)});
  }
  std::reverse(records.begin(), records.end());  // the order of the files must not matter
  return make_histories(records, find_metric(metric), find_metric(metric).default_threshold());
}

std::vector<std::string> changes(const Histories& histories) {
  std::vector<std::string> found;
  for (const HistoryPoint& point : histories.all.at(0).points)
    if (point.is_change()) found.push_back(fmt::format("{} {}", point.commit, name_of(point.against_before->verdict)));
  return found;
}

TEST(History, ShowsARegressionThatLaterRecovered) {
  EXPECT_THAT(changes(history_of({0.1, 0.1, 0.1, 0.12, 0.12, 0.12, 0.1, 0.1})),
              ::testing::ElementsAre("commit3 worse", "commit6 better"));
}

TEST(History, OfAConstantHasNoChange) {
  EXPECT_THAT(changes(history_of({0.1, 0.101, 0.1, 0.099, 0.1})), ::testing::IsEmpty());
  EXPECT_THAT(changes(history_of({0.1})), ::testing::IsEmpty());
}

// 2 % a commit: none is beyond the threshold by itself.
TEST(History, FindsWhatCreeps) {
  EXPECT_FALSE(changes(history_of({0.1, 0.102, 0.104, 0.106, 0.108, 0.11, 0.112, 0.114, 0.116})).empty());
}

TEST(History, OfAnExactMetricListsEveryChange) {
  EXPECT_THAT(changes(history_of({8, 8, 9, 9, 8}, "traffic_bytes")),
              ::testing::ElementsAre("commit2 changed", "commit4 changed"));
}

TEST(History, KeepsCellsAndMachinesApart) {
  auto other_machine = made_record("single", 1, 1);
  other_machine["context"]["machine_class"] = "another";
  const Histories histories =
      make_histories({testing::placed(made_record("single", 1, 1)), testing::placed(made_record("ring_delayed", 2, 1)),
                      testing::placed(other_machine)},
                     find_metric("step_p10_s"), 0.05);
  EXPECT_EQ(histories.all.size(), 3U);
}

TEST(History, LeavesOutWhatDoesNotCountAndSaysSo) {
  auto wrong = made_record("single", 1, 1);
  wrong["valid"] = false;
  const Histories histories = make_histories({testing::placed(made_record("single", 1, 1)), testing::placed(wrong)},
                                             find_metric("step_p10_s"), 0.05);
  EXPECT_EQ(histories.skipped, 1);
  EXPECT_THAT(histories_text(histories), ::testing::HasSubstr("1 records whose times do not count are left out"));
  EXPECT_THROW(make_histories({testing::placed(wrong)}, find_metric("step_p10_s"), 0.05), Error);
}

TEST(History, IsStrictJson) {
  const auto json = nlohmann::json::parse(histories_json(history_of({0.1, 0.2})));
  EXPECT_EQ(json["histories"][0]["points"][1]["verdict"], "worse");
  EXPECT_TRUE(json["histories"][0]["points"][0]["ratio"].is_null());
}

}  // namespace
}  // namespace ringside
