// Which work counts as finished, and what is left.
#include "bench/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/made_record.h"

namespace ringside {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::made_record;
using testing::placed;

TEST(WorkKey, IsTheIdentityButForWhatFollowsFromIt) {
  const nlohmann::json one = made_record("single", 1, 100)["identity"];
  nlohmann::json same = one;
  same["shards"] = {32, 32};
  same["delay"] = 1;
  EXPECT_EQ(work_key(one), work_key(same));
  for (const char* field : {"seed", "steps", "devices", "batch"}) {
    nlohmann::json other = one;
    other[field] = 77;
    EXPECT_NE(work_key(one), work_key(other)) << field;
  }
}

TEST(WorkKey, OfASimulationLeavesOutItsLength) {
  nlohmann::json one = made_record("single", 1, 100)["identity"];
  one["timing"] = "simulated";
  nlohmann::json same = one;
  same["steps"] = 9;
  same["warm_up_steps"] = 6;
  EXPECT_EQ(work_key(one), work_key(same));
}

TEST(Difference, NamesFieldAndBothValues) {
  const nlohmann::json one = made_record("single", 1, 100)["identity"];
  EXPECT_EQ(difference(one, one), "");
  nlohmann::json other = one;
  other["seed"] = 2;
  other["dataset"]["hash"] = "cd34";
  other.erase("epochs");  // null and missing are the same
  EXPECT_EQ(difference(one, other), R"(dataset.hash is "ab12", here "cd34"; seed is 1, here 2)");
}

TEST(FinishedWork, IsOnlyWhatEndedWell) {
  for (const char* status : {"failed", "diverged", "timeout", "interrupted", "wrong_result"}) {
    nlohmann::json record = made_record("single", 1, 100);
    record["status"] = status;
    const FinishedWork finished({placed(record)});
    EXPECT_FALSE(finished.has(record["identity"])) << status;
  }
  const nlohmann::json record = made_record("single", 1, 100);
  EXPECT_TRUE(FinishedWork({placed(record)}).has(record["identity"]));
  EXPECT_FALSE(FinishedWork({placed(record)}).has(made_record("single", 2, 100)["identity"]));
}

Cell cell(const std::string& strategy, int devices, Scaling scaling = Scaling::strong) {
  Cell made;
  made.strategy = strategy;
  made.devices = devices;
  made.scaling = scaling;
  return made;
}

std::vector<std::string> words(const std::vector<Cell>& cells) {
  std::vector<std::string> list;
  for (const Cell& one : cells)
    list.push_back(one.strategy + std::to_string(one.devices) + (one.scaling == Scaling::weak ? "w" : "") +
                   (one.finished ? " finished" : ""));
  return list;
}

TEST(LeftToDo, TakesTheBaselineAlongOnlyWhereItIsNeeded) {
  const std::vector<Cell> cells{cell("single", 1), cell("ring_delayed", 2), cell("master_slave", 2),
                                cell("single", 1, Scaling::weak), cell("ring_delayed", 2, Scaling::weak)};
  const auto done = [](const Cell& one) { return one.strategy != "ring_delayed" || one.scaling == Scaling::weak; };
  EXPECT_THAT(words(left_to_do(cells, done)), ElementsAre("single1 finished", "ring_delayed2"));
  EXPECT_THAT(left_to_do(cells, [](const Cell&) { return true; }), IsEmpty());
  EXPECT_THAT(words(left_to_do(cells, [](const Cell& one) { return one.strategy != "single"; })),
              ElementsAre("single1", "single1w"));
}

}  // namespace
}  // namespace ringside
