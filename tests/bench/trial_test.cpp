// A trial from its graph to its outcome, for good and for bad.
#include "bench/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/experiment_file.h"
#include "bench/network_file.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

// One strategy of the small experiment, ready to be tried.
struct SmallTrial {
  explicit SmallTrial(const std::string& strategy, int devices = 2, double rate = 0.02)
      : experiment(changed(strategy, devices, rate)),
        network(find_network(experiment.networks.front(), "")),
        data(experiment, network, "", ""),
        trial(expand(experiment, network, data.set().train.count()).back(), data) {}

  Experiment changed(const std::string& strategy, int devices, double rate) const {
    Experiment made = find_experiment(files.file(), "");
    made.strategies = {strategy};
    made.devices = {devices};
    made.recipes[strategy].rate = rate;
    made.evaluate = Evaluate::every_round;
    return made;
  }

  void run_round(int number) {
    trial.run_round({.number = number, .trace_steps = 1, .limits = {stop}, .on_step = [this] { ++steps; }});
  }

  testing::SmallExperiment files;
  Experiment experiment;
  Network network;
  TrainingData data;
  Trial trial;
  std::atomic<bool> stop{false};
  int steps = 0;
};

TEST(Trial, TrainsInRounds) {
  SmallTrial setup("reduction_tree");
  EXPECT_TRUE(setup.trial.going());
  setup.trial.prepare({setup.stop});
  setup.run_round(0);
  EXPECT_TRUE(setup.trial.going());
  setup.run_round(1);
  EXPECT_FALSE(setup.trial.going());
  const Outcome& outcome = setup.trial.outcome();
  EXPECT_EQ(outcome.status, Status::ok) << outcome.message;
  EXPECT_TRUE(outcome.valid());
  EXPECT_EQ(setup.steps, 8);
  ASSERT_EQ(outcome.step_s.size(), 2U);
  EXPECT_EQ(outcome.step_s[0].size(), 4U);
  ASSERT_EQ(outcome.convergence.size(), 2U);
  EXPECT_EQ(outcome.convergence[1].step, 8);
  EXPECT_EQ(outcome.convergence[1].samples_seen, 48);
  EXPECT_DOUBLE_EQ(outcome.convergence[1].epoch, 48.0 / setup.data.set().train.count());
  ASSERT_TRUE(outcome.convergence[0].test && outcome.convergence[1].test);
  EXPECT_EQ(outcome.convergence[1].test->samples, setup.data.set().test.count());
  EXPECT_FALSE(outcome.trace.times.empty());
  EXPECT_EQ(outcome.checks.size(), 4U);
}

// Warm-up and verification must leave no trace in the training: the same losses come out without them.
TEST(Trial, StartsFromTheInitialWeightsWhateverWentBefore) {
  SmallTrial setup("single", 1);
  setup.trial.prepare({setup.stop});
  setup.run_round(0);
  EXPECT_EQ(setup.trial.outcome().convergence[0].step, 4);
  SmallTrial other("single", 1);
  other.experiment.warm_up_steps = 0;
  Trial without(expand(other.experiment, other.network, other.data.set().train.count()).front(), other.data);
  without.prepare({other.stop});
  without.run_round({.number = 0, .trace_steps = 0, .limits = {other.stop}, .on_step = [] {}});
  EXPECT_EQ(without.outcome().convergence[0].train_loss, setup.trial.outcome().convergence[0].train_loss);
}

TEST(Trial, DivergesWithARateThatIsTooLarge) {
  SmallTrial setup("single", 1, 1e30);
  setup.trial.prepare({setup.stop});
  if (setup.trial.going()) setup.run_round(0);
  EXPECT_FALSE(setup.trial.going());
  EXPECT_EQ(setup.trial.outcome().status, Status::diverged) << setup.trial.outcome().message;
  EXPECT_FALSE(setup.trial.outcome().valid());
  EXPECT_FALSE(setup.trial.outcome().message.empty());
}

TEST(Trial, IsInterruptedBeforeOrBetweenRounds) {
  SmallTrial before("single", 1);
  before.stop = true;
  before.trial.prepare({before.stop});
  EXPECT_EQ(before.trial.outcome().status, Status::interrupted);
  EXPECT_FALSE(before.trial.going());

  SmallTrial between("single", 1);
  between.trial.prepare({between.stop});
  between.run_round(0);
  between.stop = true;
  between.run_round(1);
  EXPECT_EQ(between.trial.outcome().status, Status::interrupted);
  EXPECT_EQ(between.trial.outcome().step_s.size(), 1U);  // what was measured stays
}

TEST(Trial, KnowsItsMemoryBeforeItTakesAny) {
  SmallTrial setup("master_slave");
  const std::int64_t needed = setup.trial.bytes_needed();
  EXPECT_GT(needed, 0);
  EXPECT_EQ(setup.trial.outcome().session_bytes, 0);
  setup.trial.prepare({setup.stop});
  EXPECT_GE(setup.trial.outcome().session_bytes, needed);
}

}  // namespace
}  // namespace ringside
