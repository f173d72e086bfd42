// Sums by a library's all-reduce in the executor: the right weights on 1 to 8 devices, and what becomes of its failures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/exec/session.h"
#include "core/exec/textbook.h"
#include "core/graph/validate.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"
#include "tests/core/exec/thread_sums.h"

namespace ringside {
namespace {

constexpr std::int64_t steps = 5;
constexpr std::uint64_t seed = 11;
constexpr int batch = 9;
constexpr float scale = 1.0F / 256;

Backend summing_backend() {
  Backend backend = find_backend("reference");
  backend.has_collective = [](int devices) { return devices > 1; };
  backend.make_collective = [](int) { return std::unique_ptr<Collective>(std::make_unique<ThreadSums>()); };
  return backend;
}

class LibrarySums : public testing::Test {
 protected:
  void TearDown() override { ThreadSums::wish = ThreadSums::Wish::sum; }

  StepGraph graph(int devices) const {
    StepGraph built = find_strategy("allreduce").build({network, devices, batch, true});
    validate(built, network);
    return built;
  }
  Batches batches() const { return {images, batch, {}, scale, seed}; }

  // What goes wrong in a run, in words.
  std::string trouble(double timeout_s) const {
    try {
      Session session(network, graph(2), summing_backend(), {.seed = seed, .pinned = false});
      session.load(first);
      Batches order = batches();
      session.run(order, {.steps = steps, .timeout_s = timeout_s});
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  const Network network = small_network("plain");
  const LabelledImages images = some_images(network.input, small_classes, 61);
  const std::vector<float> first = initial_weights(network, seed);
};

TEST_F(LibrarySums, GiveTheTextbooksWeights) {
  Batches again = batches();
  const auto expected =
      train_by_the_book(network, find_backend("reference"), first, again, steps, {.seed = seed}).weights;
  for (int devices = 1; devices <= 8; ++devices) {
    Session session(network, graph(devices), summing_backend(), {.seed = seed, .pinned = false});
    session.load(first);
    Batches order = batches();
    const RunResult ran = session.run(order, {.steps = steps, .trace_steps = 1});
    const std::vector<float> found = session.weights();
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 2e-5) << devices << " devices";
    for (const TaskTime& time : ran.trace.times) EXPECT_LE(time.begin_s, time.end_s);
    EXPECT_EQ(session.kernel_origins().contains("all-reduce"), devices > 1) << "the record says who sums";
  }
}

TEST_F(LibrarySums, WithoutALibraryAreTurnedDown) {
  try {
    const Session session(network, graph(3), find_backend("reference"), {.seed = seed, .pinned = false});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_STREQ(error.what(), "graph of allreduce: it sums by a library's all-reduce; these 3 devices have none");
  }
}

TEST_F(LibrarySums, ThatCannotBeIssuedEndTheRun) {
  ThreadSums::wish = ThreadSums::Wish::fail_at_once;
  EXPECT_EQ(trouble(20), "allreduce: step 0: device 0, transfer lane: all-reduce gradient on 0: no sum today");
}

// Device 1's part waits for one that never comes; the library knows, and says so when it is asked.
TEST_F(LibrarySums, ThatFailUnderWayEndTheRunLongBeforeItsTimeout) {
  ThreadSums::wish = ThreadSums::Wish::lose_a_part;
  constexpr double for_ever_s = 1e6;
  EXPECT_EQ(trouble(for_ever_s), "a part was lost");
}

}  // namespace
}  // namespace ringside
