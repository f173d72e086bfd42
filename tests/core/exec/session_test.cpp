// Every strategy, executed: the weights and losses its meaning promises.
#include "core/exec/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "core/exec/textbook.h"
#include "core/graph/lane.h"
#include "core/graph/validate.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

constexpr std::int64_t steps = 5;
constexpr std::uint64_t seed = 11;
constexpr float scale = 1.0F / 256;

struct Training {
  std::vector<double> losses;
  std::vector<float> weights;
};

class SmallTraining {
 public:
  explicit SmallTraining(const std::string& variant)
      : network(small_network(variant)),
        images(some_images(network.input, small_classes, 61)),
        first(initial_weights(network, seed)) {}

  Batches batches(int batch) const { return {images, batch, {}, scale, seed}; }

  StepGraph graph(std::string_view strategy, int devices, int batch) const {
    StepGraph built = find_strategy(strategy).build({network, devices, batch});
    validate(built, network);
    return built;
  }

  TextbookResult by_the_book(int batch, const TextbookOptions& options) const {
    Batches order = batches(batch);
    return train_by_the_book(network, backend, first, order, steps, options);
  }

  Network network;
  LabelledImages images;
  std::vector<float> first;
  const Backend& backend = find_backend("reference");
};

Training train(Session& session, Batches& batches, std::int64_t count) {
  Training training;
  for (const StepResult& step : session.run(batches, {.steps = count}).steps) training.losses.push_back(step.loss);
  training.weights = session.weights();
  return training;
}

Training train(const SmallTraining& small, const StepGraph& graph) {
  Session session(small.network, graph, small.backend, {.seed = seed, .pinned = false});
  session.load(small.first);
  Batches batches = small.batches(graph.batch);
  return train(session, batches, steps);
}

double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
  return std::sqrt(sum);
}

// What the textbook says of a strategy with this meaning: one device, or every device alone.
Training expected(const SmallTraining& small, const StepGraph& graph, Meaning meaning) {
  if (meaning != Meaning::local_sgd) {
    const auto book = small.by_the_book(graph.batch, {.delay = meaning == Meaning::delayed_sgd ? 1 : 0, .seed = seed});
    return {book.losses, book.weights};
  }
  Training all{std::vector<double>(steps), {}};
  for (const Samples& shard : graph.shards) {
    const auto alone =
        small.by_the_book(graph.batch, {.first_sample = shard.first, .sample_count = shard.count, .seed = seed});
    for (std::size_t i = 0; i < all.losses.size(); ++i) all.losses[i] += alone.losses[i] * shard.count / graph.batch;
    if (all.weights.empty()) all.weights = alone.weights;  // device 0's are the result
  }
  return all;
}

class Strategies : public testing::TestWithParam<std::tuple<std::string, std::string, int>> {};

TEST_P(Strategies, TrainAsTheyPromise) {
  const auto& [name, variant, devices] = GetParam();
  const Strategy& strategy = find_strategy(name);
  const SmallTraining small(variant);
  const StepGraph graph = small.graph(name, devices, 13);
  const Training found = train(small, graph);
  const Training wanted = expected(small, graph, strategy.meaning);

  constexpr double tolerance = 2e-5;
  const double error = distance(found.weights, wanted.weights) / distance(wanted.weights, small.first);
  EXPECT_LE(error, tolerance) << "weights";
  double loss_error = 0;
  ASSERT_EQ(found.losses.size(), wanted.losses.size());
  for (std::size_t i = 0; i < found.losses.size(); ++i) {
    loss_error = std::max(loss_error, std::abs(found.losses[i] / wanted.losses[i] - 1));
  }
  EXPECT_LE(loss_error, tolerance) << "losses";
  fmt::print("relative error of weights {:.1e}, of losses {:.1e}; allowed {:.0e}\n", error, loss_error, tolerance);
}

std::string name_of(const testing::TestParamInfo<Strategies::ParamType>& info) {
  const auto& [name, variant, devices] = info.param;
  return fmt::format("{}_{}_{}", name, variant, devices);
}

INSTANTIATE_TEST_SUITE_P(
    Synchronous, Strategies,
    testing::Combine(testing::Values("independent", "master_slave", "reduction_tree", "model_parallel", "ring_delayed"),
                     testing::Values("lrn", "dropout", "tanh", "average"), testing::Values(1, 2, 3, 4, 5, 7, 8)),
    name_of);

class EveryStrategy : public testing::TestWithParam<std::string> {};

TEST_P(EveryStrategy, GivesTheSameBitsAgain) {
  const SmallTraining small("dropout");
  const StepGraph graph = small.graph(GetParam(), GetParam() == "single" ? 1 : 3, 11);
  const Training once = train(small, graph);
  const Training again = train(small, graph);
  EXPECT_EQ(once.weights, again.weights);
  EXPECT_EQ(once.losses, again.losses);
}

TEST_P(EveryStrategy, GoesOnWhereItStopped) {
  const SmallTraining small("dropout");
  const StepGraph graph = small.graph(GetParam(), GetParam() == "single" ? 1 : 3, 11);
  Session session(small.network, graph, small.backend, {.seed = seed, .pinned = false});
  session.load(small.first);
  Batches all = small.batches(graph.batch);
  const Training whole = train(session, all, 20);
  EXPECT_EQ(session.next_step(), 20);

  session.load(small.first);  // clears momentum and all other buffers too
  EXPECT_EQ(session.next_step(), 0);
  EXPECT_EQ(session.weights(), small.first);
  Batches halves = small.batches(graph.batch);
  Training first_half = train(session, halves, 10);
  const Training second_half = train(session, halves, 10);
  EXPECT_EQ(second_half.weights, whole.weights);
  first_half.losses.insert(first_half.losses.end(), second_half.losses.begin(), second_half.losses.end());
  EXPECT_EQ(first_half.losses, whole.losses);
}

// The other session has trained on something else before: nothing of that may be left.
TEST_P(EveryStrategy, GoesOnInAnotherSessionToTheSameBits) {
  const SmallTraining small("dropout");
  const StepGraph graph = small.graph(GetParam(), GetParam() == "single" ? 1 : 3, 11);
  const SessionOptions options{.seed = seed, .pinned = false};
  Session session(small.network, graph, small.backend, options);
  session.load(small.first);
  Batches batches = small.batches(graph.batch);
  Training first_half = train(session, batches, 5);
  const SessionState state = session.state();
  const Training whole = train(session, batches, 5);
  EXPECT_EQ(state.next_step, 5);
  EXPECT_EQ(std::ssize(state.floats), session.state_floats());
  EXPECT_LT(state.floats.size() * sizeof(float), static_cast<std::size_t>(session.bytes()));

  Session other(small.network, graph, small.backend, options);
  other.load(std::vector<float>(small.first.size(), 0.25F));
  Batches other_batches(small.images, graph.batch, {}, 2 * scale, seed + 1);
  train(other, other_batches, 3);
  other.restore(state);
  EXPECT_EQ(other.next_step(), 5);
  EXPECT_EQ(other.weights(), first_half.weights);
  Batches again = small.batches(graph.batch);
  const Training second_half = train(other, again, 5);
  EXPECT_EQ(second_half.weights, whole.weights);
  EXPECT_EQ(second_half.losses, whole.losses);
}

// A state of before the first step is as good as the initial weights.
TEST_P(EveryStrategy, GoesOnFromStepNought) {
  const SmallTraining small("lrn");
  const StepGraph graph = small.graph(GetParam(), GetParam() == "single" ? 1 : 2, 8);
  Session session(small.network, graph, small.backend, {.seed = seed, .pinned = false});
  session.load(small.first);
  const SessionState state = session.state();
  Batches batches = small.batches(graph.batch);
  const Training whole = train(session, batches, 4);
  session.restore(state);
  EXPECT_EQ(train(session, batches, 4).losses, whole.losses);
}

TEST_P(EveryStrategy, AccountsForAllTime) {
  const SmallTraining small("lrn");
  const int devices = GetParam() == "single" ? 1 : 3;
  const StepGraph graph = small.graph(GetParam(), devices, 11);
  Session session(small.network, graph, small.backend, {.pinned = false});
  session.load(small.first);
  Batches batches = small.batches(graph.batch);
  std::vector<std::int64_t> seen;
  const RunResult run = session.run(
      batches, {.steps = 6, .trace_steps = 4, .on_step = [&](const StepResult& step) { seen.push_back(step.step); }});
  EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  ASSERT_EQ(run.trace.times.size(), 4 * graph.tasks.size());
  EXPECT_EQ(run.trace.times.front().step, 2);
  for (const TaskTime& time : run.trace.times) EXPECT_LE(time.begin_s, time.end_s);

  // The windows of a device follow each other: up to the end of its last task in the compute lane.
  std::vector<double> compute_ends(static_cast<std::size_t>(devices));
  for (const TaskTime& time : run.trace.times) {
    const Op& op = graph.tasks[index(time.task)].op;
    if (lane_of(op) == Lane::compute) compute_ends[index(device_of(graph, op))] = time.end_s;
  }
  double previous_end = 0;
  double last_end = 0;
  for (const TaskTime& time : run.trace.times) last_end = std::max(last_end, time.end_s);
  for (std::size_t d = 0; d < compute_ends.size(); ++d) {
    double sum = 0;
    for (const StepResult& step : run.steps) {
      const Phases& phases = step.phases[d];
      EXPECT_GT(phases.compute_s, 0);
      EXPECT_GE(phases.exposed_communicate_s, 0);
      EXPECT_LE(phases.exposed_communicate_s, phases.communicate_s);
      EXPECT_LE(phases.input_s, phases.communicate_s);
      sum += phases.compute_s + phases.exposed_communicate_s + phases.wait_s;
    }
    EXPECT_NEAR(sum, run.steps.back().end_s - (last_end - compute_ends[d]), 1e-6);
  }
  for (const StepResult& step : run.steps) {
    EXPECT_GT(step.end_s, previous_end);
    previous_end = step.end_s;
  }
}

TEST_P(EveryStrategy, TakesTheMemoryItsGraphDescribes) {
  const SmallTraining small("lrn");
  const StepGraph graph = small.graph(GetParam(), GetParam() == "single" ? 1 : 3, 11);
  const Summary summary = summarize(graph);
  std::int64_t bytes = summary.host_bytes;
  for (const std::int64_t device : summary.device_bytes) bytes += device;
  EXPECT_EQ(Session(small.network, graph, small.backend, {.pinned = false}).bytes(), bytes);
}

INSTANTIATE_TEST_SUITE_P(All, EveryStrategy,
                         testing::Values("single", "independent", "master_slave", "reduction_tree", "model_parallel",
                                         "ring_delayed"),
                         [](const auto& test) { return test.param; });

class Single : public testing::TestWithParam<std::string> {};

TEST_P(Single, IsTheTextbookBitForBit) {
  const SmallTraining small(GetParam());
  const Training found = train(small, small.graph("single", 1, 13));
  const TextbookResult book = small.by_the_book(13, {.seed = seed});
  EXPECT_EQ(found.weights, book.weights);
  EXPECT_EQ(found.losses, book.losses);
}

INSTANTIATE_TEST_SUITE_P(Variants, Single, testing::Values("lrn", "dropout", "tanh", "average"),
                         [](const auto& test) { return test.param; });

TEST(Session, StopsWhenAskedTo) {
  const SmallTraining small("lrn");
  const StepGraph graph = small.graph("master_slave", 2, 8);
  Session session(small.network, graph, small.backend, {.seed = seed, .pinned = false});
  session.load(small.first);
  Batches batches = small.batches(graph.batch);
  std::atomic<bool> stop = false;
  const RunResult run = session.run(batches, {.steps = 1000, .stop = &stop, .on_step = [&](const StepResult& step) {
                                                if (step.step == 3) stop = true;
                                              }});
  // Those already begun are finished, and training goes on from there.
  EXPECT_GE(run.steps.size(), 4U);
  EXPECT_LE(run.steps.size(), 7U);
  const auto done = static_cast<std::int64_t>(run.steps.size());
  EXPECT_EQ(session.next_step(), done);
  session.run(batches, {.steps = 20 - done});

  Session other(small.network, graph, small.backend, {.seed = seed, .pinned = false});
  other.load(small.first);
  other.run(batches, {.steps = 20});
  EXPECT_EQ(session.weights(), other.weights());

  EXPECT_TRUE(session.run(batches, {.steps = 5, .stop = &stop}).steps.empty());
  EXPECT_EQ(session.next_step(), 20);
}

}  // namespace
}  // namespace ringside
