// Verification catches what it is there to catch.
#include "bench/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/experiment_file.h"
#include "bench/network_file.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

const std::atomic<bool> never{false};

Cell small_cell(const testing::SmallExperiment& files, const std::string& strategy, int devices) {
  Experiment experiment = find_experiment(files.file(), "");
  experiment.strategies = {strategy};
  experiment.devices = {devices};
  return expand(experiment, find_network(experiment.networks.front(), ""), 100).back();
}

// Trains by `built` and holds the result to what `promised` promises.
std::vector<Check> checks_of(const std::string& promised, const std::string& built, int devices) {
  const testing::SmallExperiment files;
  const Cell cell = small_cell(files, promised, devices);
  const TrainingData data(find_experiment(files.file(), ""), cell.network, "", "");
  const StepGraph graph =
      find_strategy(built).build({.network = cell.network, .devices = devices, .batch = cell.batch});
  Session session(cell.network, graph, find_backend(cell.backend), {.seed = cell.seed});
  return verify(session, cell, graph, data, initial_weights(cell.network, cell.seed), {never});
}

bool all_pass(const std::vector<Check>& checks) {
  return checks.size() == 3 && std::ranges::all_of(checks, &Check::passed);
}

TEST(Verify, EveryStrategyKeepsItsPromise) {
  for (const Strategy& strategy : strategies()) {
    const std::string name(strategy.name);
    EXPECT_TRUE(all_pass(checks_of(name, name, name == "single" ? 1 : 3))) << name;
  }
}

TEST(Verify, CatchesADelayWhereNoneWasPromised) {
  const auto checks = checks_of("master_slave", "ring_delayed", 2);
  EXPECT_FALSE(checks[0].passed());
  EXPECT_GT(checks[1].error, 0.1);
  EXPECT_FALSE(checks[1].passed());
}

TEST(Verify, CatchesADelayThatIsMissing) {
  EXPECT_FALSE(checks_of("ring_delayed", "reduction_tree", 2)[0].passed());
}

TEST(Verify, CatchesDevicesThatExchangeNothing) {
  EXPECT_FALSE(checks_of("master_slave", "independent", 2)[0].passed());
}

TEST(Verify, CatchesAnExchangeWhereNoneWasPromised) {
  EXPECT_FALSE(checks_of("independent", "master_slave", 2)[0].passed());
}

TEST(WeightsError, IsTheWorstLayersShareOfItsWay) {
  Network network;
  Layer first, second;
  first.weight_count = 2;
  second.weight_count = 1;
  second.offset = 2;
  network.layers = {first, Layer{}, second};
  const std::vector<float> initial{0, 0, 1}, reference{3, 4, 3};
  EXPECT_DOUBLE_EQ(weights_error(network, reference, reference, initial), 0);
  EXPECT_DOUBLE_EQ(weights_error(network, std::vector<float>{3, 5, 3}, reference, initial),
                   0.2);  // off by 1, moved by 5
  EXPECT_DOUBLE_EQ(weights_error(network, std::vector<float>{3, 5, 4}, reference, initial),
                   0.5);  // off by 1, moved by 2
}

TEST(WeightsError, DoesNotLoseANotANumber) {
  Network network;
  Layer first, second;
  first.weight_count = second.weight_count = 1;
  second.offset = 1;
  network.layers = {first, second};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> initial{0, 0}, reference{1, 1};
  EXPECT_TRUE(std::isnan(weights_error(network, std::vector<float>{nan, 2}, reference, initial)));
  EXPECT_TRUE(std::isnan(weights_error(network, std::vector<float>{2, nan}, reference, initial)));
  EXPECT_FALSE((Check{"weights", "", std::nan(""), 1}.passed()));
}

TEST(LossesError, IsTheWorstSteps) {
  EXPECT_DOUBLE_EQ(losses_error(std::vector<double>{2, 1.1}, std::vector<double>{2, 1}), 1.1 - 1);
  EXPECT_EQ(losses_error(std::vector<double>{2}, std::vector<double>{2, 1}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace ringside
