// Experiments: reading them, and what they expand to.
#include "bench/cell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/experiment_file.h"
#include "bench/named_files.h"
#include "bench/network_file.h"
#include "bench/paths.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

Network small_network(const Experiment& experiment) {
  return find_network(experiment.networks.front(), "");
}

std::vector<std::string> descriptions(const std::vector<Cell>& cells) {
  std::vector<std::string> all;
  for (const Cell& cell : cells) all.push_back(describe(cell) + (cell.added ? " added" : ""));
  return all;
}

TEST(Expand, PutsTheBaselineFirstAndSingleOnOneDeviceOnly) {
  const testing::SmallExperiment files;
  Experiment experiment = find_experiment(files.file(), "");
  experiment.strategies = {"ring_delayed", "single"};
  EXPECT_THAT(descriptions(expand(experiment, small_network(experiment), 100)),
              ElementsAre("small single on 1 device, strong scaling", "small ring_delayed on 1 device, strong scaling",
                          "small ring_delayed on 2 devices, strong scaling"));
}

TEST(Expand, AddsABaselineThatIsMissing) {
  const testing::SmallExperiment files;
  Experiment experiment = find_experiment(files.file(), "");
  experiment.strategies = {"ring_delayed"};
  experiment.devices = {2};
  EXPECT_THAT(
      descriptions(expand(experiment, small_network(experiment), 100)),
      ElementsAre("small single on 1 device, strong scaling added", "small ring_delayed on 2 devices, strong scaling"));
}

TEST(Expand, ScalesTheBatchWeaklyAndLeavesTheRecipeAlone) {
  const testing::SmallExperiment files;
  Experiment experiment = find_experiment(files.file(), "");
  experiment.strategies = {"ring_delayed"};
  experiment.devices = {3};
  experiment.scaling = {Scaling::strong, Scaling::weak};
  experiment.recipes["ring_delayed"] = {.rate = 0.5, .momentum = 0.25, .weight_decay = {}};
  const auto cells = expand(experiment, small_network(experiment), 100);
  ASSERT_EQ(cells.size(), 4U);
  EXPECT_EQ(cells[1].batch, 6);
  EXPECT_EQ(cells[3].batch, 18);
  EXPECT_EQ(cells[3].base_batch, 6);
  EXPECT_EQ(cells[2].network.solver.rate.base, 0.02);  // the baseline keeps the network's recipe
  EXPECT_EQ(cells[3].network.solver.rate.base, 0.5);
  EXPECT_EQ(cells[3].network.solver.momentum, 0.25F);
  EXPECT_EQ(cells[3].network.solver.weight_decay, 0.001F);
}

TEST(Expand, TurnsEpochsIntoSteps) {
  const testing::SmallExperiment files(R"(, "epochs": 1.5)");
  const Experiment experiment = find_experiment(files.file(), "");
  const auto cells = expand(experiment, small_network(experiment), 100);
  EXPECT_EQ(cells[0].steps, 25);  // 150 samples in batches of 6
  EXPECT_EQ(cells[0].epochs, 1.5);
}

TEST(Expand, SharesOutStepsThatDoNotDivide) {
  Cell cell;
  cell.steps = 11;
  cell.repetitions = 3;
  EXPECT_EQ(steps_of_round(cell, 0), 4);
  EXPECT_EQ(steps_of_round(cell, 1), 4);
  EXPECT_EQ(steps_of_round(cell, 2), 3);
}

TEST(Expand, SaysWhatCannotBeBuilt) {
  const testing::SmallExperiment files;
  Experiment experiment = find_experiment(files.file(), "");
  experiment.devices = {7};
  EXPECT_THAT(error_of([&] { expand(experiment, small_network(experiment), 100); }),
              HasSubstr("a batch of 6 on 7 devices"));
  experiment.devices = {1};
  experiment.repetitions = 5;
  EXPECT_THAT(error_of([&] { expand(experiment, small_network(experiment), 100); }),
              HasSubstr("8 steps in 5 repetitions; expected at least 2 steps a repetition"));
  experiment.repetitions = 1;
  experiment.recipes["single"].momentum = 1.5;
  EXPECT_THAT(error_of([&] { expand(experiment, small_network(experiment), 100); }), HasSubstr("momentum 1.5"));
}

// The message about an experiment with these further fields.
std::string error_in(const std::string& more) {
  const testing::SmallExperiment files(more);
  return error_of([&] { check_experiment(find_experiment(files.file(), "")); });
}

TEST(ExperimentFile, NamesFileFieldAndValue) {
  EXPECT_THAT(error_in(R"(, "repetition": 2)"),
              HasSubstr("try.json: unknown field \"repetition\"; did you mean \"repetitions\"?"));
  EXPECT_THAT(error_in(R"(, "steps": "many")"),
              HasSubstr("try.json: \"steps\": expected a whole number, found text \"many\""));
  EXPECT_THAT(error_in(R"(, "evaluate": "atend")"),
              HasSubstr("try.json: \"evaluate\": unknown value \"atend\"; did you mean \"at_end\"?"));
  EXPECT_THAT(error_in(R"(, "recipes": {"ring_delayed": {"moment": 0}})"),
              HasSubstr("recipe of ring_delayed: unknown field \"moment\"; did you mean \"momentum\"?"));
  EXPECT_THAT(error_in(R"(, "recipes": [])"), HasSubstr("try.json: \"recipes\": expected an object"));
  EXPECT_THAT(error_in(R"(, "recipes": {"ring": {}})"), HasSubstr("experiment try: unknown strategy \"ring\""));
  EXPECT_THAT(error_in(R"(, "steps": -1)"), HasSubstr("experiment try: -1 steps"));
  EXPECT_THAT(error_in(R"(, "steps": 5, "epochs": 1)"), HasSubstr("steps and epochs are both given"));
}

TEST(ExperimentFile, RefusesListsThatAreEmptyOrNameOneTwice) {
  const testing::SmallExperiment files;
  Experiment experiment = find_experiment(files.file(), "");
  experiment.devices = {};
  EXPECT_THAT(error_of([&] { check_experiment(experiment); }), HasSubstr("no numbers of devices"));
  experiment.devices = {2, 2};
  EXPECT_THAT(error_of([&] { check_experiment(experiment); }),
              HasSubstr("one of the numbers of devices is given twice"));
  experiment.devices = {0};
  EXPECT_THAT(error_of([&] { check_experiment(experiment); }), HasSubstr("0 devices; expected at least 1"));
}

TEST(ExperimentFile, NamesTheNearestExperiment) {
  EXPECT_THAT(error_of([] { find_experiment("lennet", find_paths().experiments); }),
              HasSubstr("unknown experiment \"lennet\"; did you mean \"lenet\"?"));
}

TEST(ExperimentFile, EveryShippedOneExpands) {
  const Paths paths = find_paths();
  for (const std::string& name : file_names(paths.experiments)) {
    const Experiment experiment = find_experiment(name, paths.experiments);
    check_experiment(experiment);
    for (const std::string& network : experiment.networks)
      EXPECT_FALSE(expand(experiment, find_network(network, paths.networks), 5000).empty()) << name;
  }
}

}  // namespace
}  // namespace ringside
