// What is repeated from recordings does what was executed one by one: on the backends cuda_graphs and cuda, bit for bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <stdexcept>

#include "core/exec/session.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

// ---- Trainings

constexpr int batch = 9;
constexpr std::uint64_t seed = 11;

struct Trained {
  std::vector<std::vector<float>>
      states;  // all that lasts, after every run: gradients that are still to be applied, too
  std::vector<double> losses;
  std::int64_t tasks = 0;    // of a step
  Repeats earlier, repeats;  // before the last run, after it
};

// Seven steps, and from the beginning again nine in two runs: four and five.
Trained train(const Network& network, std::string_view strategy, int devices, std::string_view backend) {
  const StepGraph graph = find_strategy(strategy).build({network, devices, batch});
  const LabelledImages images = some_images(network.input, small_classes, 61);
  Batches batches(images, batch, {}, 1.0F / 256, seed);
  Session session(network, graph, find_backend(backend), {.seed = seed, .pinned = false});
  Trained trained;
  const auto run = [&](std::int64_t steps) {
    const RunResult ran = session.run(batches, {.steps = steps, .trace_steps = 2, .timeout_s = 20});
    for (const StepResult& step : ran.steps) trained.losses.push_back(step.loss);
    for (const TaskTime& time : ran.trace.times) {
      EXPECT_LE(time.begin_s, time.end_s);
      EXPECT_GE(time.begin_s, 0);
    }
    trained.repeats = session.repeats();
    trained.states.push_back(session.state().floats);
  };
  session.load(initial_weights(network, seed));
  run(7);
  session.load(initial_weights(network, seed));
  run(4);
  trained.tasks = std::ssize(graph.tasks);
  trained.earlier = session.repeats();
  run(5);
  return trained;
}

std::int64_t runs(const Repeats& repeats) {
  return repeats.repeated + repeats.alone + repeats.early;
}

struct Case {
  std::string variant;
  std::string strategy;
  int devices;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Strategy& strategy : strategies()) {
    for (int devices = 1; devices <= 8; ++devices) {
      if (strategy.name == "single" && devices > 1) continue;
      all.push_back({"dropout", std::string(strategy.name), devices});
      if (devices > 2) continue;
      for (const char* variant : {"plain", "lrn", "tanh", "average"}) {
        all.push_back({variant, std::string(strategy.name), devices});
      }
    }
  }
  return all;
}

class Recordings : public testing::TestWithParam<Case> {};

TEST_P(Recordings, TrainTheSame) {
  const Network network = small_network(GetParam().variant);
  const Trained expected = train(network, GetParam().strategy, GetParam().devices, "cuda");
  const Trained found = train(network, GetParam().strategy, GetParam().devices, "cuda_graphs");
  EXPECT_EQ(found.states, expected.states);
  EXPECT_EQ(found.losses, expected.losses);

  EXPECT_EQ(runs(expected.repeats), 0);
  EXPECT_EQ(runs(found.repeats) - runs(found.earlier), 5 * found.tasks);
  // Only in a run's first step, where some waits are left out, do the tasks lie together otherwise than before.
  EXPECT_LE(found.repeats.early - found.earlier.early, found.tasks);
  EXPECT_GE(found.repeats.repeated - found.earlier.repeated, 4);
}

INSTANTIATE_TEST_SUITE_P(All, Recordings, testing::ValuesIn(cases()), [](const auto& test) {
  return fmt::format("{}_{}_{}", test.param.variant, test.param.strategy, test.param.devices);
});

// ---- One stream

class Does final : public Command {
 public:
  Does(std::int64_t repeats_after, std::function<void(Kernels&, std::int64_t step)> what)
      : repeats_after_(repeats_after), what_(std::move(what)) {}
  void execute(Kernels& kernels, std::int64_t step) const override {
    ++executed;
    what_(kernels, step);
  }
  std::int64_t repeats_after(std::int64_t) const override { return repeats_after_; }
  void repeated(std::int64_t step) const override { repeated_steps.push_back(step); }

  mutable int executed = 0;
  mutable std::vector<std::int64_t> repeated_steps;

 private:
  std::int64_t repeats_after_;
  std::function<void(Kernels&, std::int64_t)> what_;
};

// Two commands a step: one takes a number to the device, by turns one of two, the other brings it back.
class OneStream : public testing::Test {
 protected:
  OneStream() {
    numbers[0] = 5;
    numbers[1] = 7;
  }

  void issue(std::int64_t step) {
    stream->run(there, step, whens[0]);
    stream->run(back, step, whens[1]);
    stream->record(*event);
  }

  std::unique_ptr<Device> device = find_backend("cuda_graphs").make_device(0, false);
  DeviceMemory memory = device->allocate(1);
  DeviceMemory numbers = device->allocate_on_host(3);
  std::unique_ptr<Event> event = device->make_event();
  std::unique_ptr<Event> between = device->make_event();
  std::unique_ptr<Stream> stream = device->make_stream();
  std::array<Interval, 2> whens;

  std::int64_t failing_step = -1;
  Does there{2, [this](Kernels& kernels, std::int64_t step) {
               if (step == failing_step) throw std::runtime_error("asked for");
               kernels.copy(memory.get(), numbers.get() + step % 2, 1);
             }};
  Does back{2, [this](Kernels& kernels, std::int64_t) { kernels.copy(numbers.get() + 2, memory.get(), 1); }};
};

TEST_F(OneStream, ExecutesThenRecordsThenRepeats) {
  for (std::int64_t step = 0; step < 8; ++step) {
    issue(step);
    ASSERT_TRUE(device->await(*event, 20));
    EXPECT_EQ(numbers[2], step % 2 == 0 ? 5 : 7) << step;
    EXPECT_GT(whens[0].begin_s, 0);
    EXPECT_LE(whens[0].begin_s, whens[0].end_s);
    EXPECT_LE(whens[0].end_s, whens[1].begin_s);
    EXPECT_LE(whens[1].begin_s, whens[1].end_s);
    whens = {};
  }
  EXPECT_EQ(there.executed, 4);  // each turn once for good and once for the recording
  EXPECT_EQ(back.executed, 4);
  EXPECT_TRUE(there.repeated_steps.empty());
  EXPECT_EQ(back.repeated_steps, (std::vector<std::int64_t>{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(stream->repeats().early, 4);
  EXPECT_EQ(stream->repeats().repeated, 12);
  EXPECT_EQ(stream->repeats().alone, 0);
}

// The recording holds the pointers of the step it was made in: what claims to come round too soon gets stale numbers.
TEST_F(OneStream, TakesARhythmAtItsWord) {
  const Does wrong(
      1, [this](Kernels& kernels, std::int64_t step) { kernels.copy(memory.get(), numbers.get() + step % 2, 1); });
  std::vector<float> arrived;
  for (std::int64_t step = 0; step < 5; ++step) {
    stream->run(wrong, step, whens[0]);
    stream->run(back, step, whens[1]);
    stream->drain();
    arrived.push_back(numbers[2]);
  }
  EXPECT_EQ(arrived, (std::vector<float>{5, 7, 7, 7, 7}));
}

TEST_F(OneStream, LeavesAloneWhatStandsBetweenTwoWaits) {
  for (std::int64_t step = 0; step < 6; ++step) {
    stream->run(there, step, whens[0]);
    stream->record(*between);
    stream->run(back, step, whens[1]);
    stream->drain();
    EXPECT_EQ(numbers[2], step % 2 == 0 ? 5 : 7) << step;
  }
  EXPECT_EQ(stream->repeats().alone, 12);
  EXPECT_EQ(stream->repeats().repeated + stream->repeats().early, 0);
}

TEST_F(OneStream, KeepsTheTimesOfStepsThatNobodyAwaited) {
  std::array<std::array<Interval, 2>, 12> all{};
  for (std::int64_t step = 0; step < std::ssize(all); ++step) {
    auto& when = all[static_cast<std::size_t>(step)];
    stream->run(there, step, when[0]);
    stream->run(back, step, when[1]);
    stream->record(*event);
  }
  stream->drain();
  double last_s = 0;
  for (const auto& when : all) {
    for (const Interval& interval : when) {
      EXPECT_GE(interval.begin_s, last_s);
      EXPECT_GE(interval.end_s, interval.begin_s);
      last_s = interval.end_s;
    }
  }
}

// A section that comes once beside a recorded one, as at a run's beginning, is executed; the recording stays.
TEST_F(OneStream, KeepsItsRecordingsBesideOtherSections) {
  for (std::int64_t step = 0; step < 10; ++step) {
    stream->run(there, step, whens[0]);
    if (step == 6) stream->run(back, step, whens[1]);
    stream->run(back, step, whens[1]);
    stream->drain();
    EXPECT_EQ(numbers[2], step % 2 == 0 ? 5 : 7) << step;
  }
  EXPECT_EQ(stream->repeats().early, 4 + 3);
  EXPECT_EQ(there.executed, 4 + 1);
}

TEST_F(OneStream, ThrowsWhatACommandThrowsWhileItIsRecorded) {
  failing_step = 2;
  issue(0);
  issue(1);
  EXPECT_THROW(issue(2), std::runtime_error);
  EXPECT_EQ(there.executed, 3);
}

}  // namespace
}  // namespace ringside
