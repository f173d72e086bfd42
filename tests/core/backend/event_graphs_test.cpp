// Random task graphs over several streams: whoever waits for an event sees what was written before it was recorded.
#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "tests/core/backend/command_kit.h"

namespace ringside::test {
namespace {

constexpr int graphs = 2000;
constexpr int steps = 3;
constexpr std::int64_t not_yet = -1;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : key_{seed, 0} {}
  int roll(int sides) { return static_cast<int>(random_words(key_, next_++)[0] % static_cast<std::uint32_t>(sides)); }

 private:
  RandomKey key_;
  std::uint64_t next_ = 0;
};

// Values are plain, not atomic: under ThreadSanitizer a missing happens-before is a race.
class RandomGraph {
 public:
  explicit RandomGraph(std::uint64_t seed) : dice_(seed) {
    const int streams = 1 + dice_.roll(4);
    const int tasks = 1 + dice_.roll(25);
    for (int stream = 0; stream < streams; ++stream) devices_.push_back(make_device(stream, dice_.roll(2) == 0));
    values_.assign(static_cast<std::size_t>(tasks), not_yet);
    tasks_.reserve(static_cast<std::size_t>(tasks));
    for (int task = 0; task < tasks; ++task) add_task(task, streams);
    for (const auto& device : devices_) streams_.push_back(device->make_stream());
  }

  int wrong_after_running() {
    for (int step = 0; step < steps; ++step) {
      for (Task& task : tasks_) issue(task, step);
    }
    for (const auto& stream : streams_) stream->drain();
    int wrong = 0;
    for (const Task& task : tasks_) wrong += task.wrong;
    for (const std::int64_t value : values_) wrong += value == steps - 1 ? 0 : 1;
    return wrong;
  }

 private:
  struct Task {
    std::size_t stream;
    std::vector<std::size_t> inputs;   // earlier tasks: their value must be this step's
    std::vector<std::size_t> readers;  // later tasks that read this one: of the last step, before it is overwritten
    std::unique_ptr<Event> event;
    std::unique_ptr<Call> call;
    Interval when{};
    int wrong = 0;
  };

  void add_task(int number, int streams) {
    auto& task = tasks_.emplace_back();
    const auto self = static_cast<std::size_t>(number);
    task.stream = static_cast<std::size_t>(dice_.roll(streams));
    task.event = devices_[task.stream]->make_event();
    for (int edge = number == 0 ? 0 : dice_.roll(4); edge > 0; --edge) {
      const auto input = static_cast<std::size_t>(dice_.roll(number));
      task.inputs.push_back(input);
      tasks_[input].readers.push_back(self);
    }
    task.call = std::make_unique<Call>([this, self](std::int64_t step) {
      Task& me = tasks_[self];
      for (const std::size_t input : me.inputs) me.wrong += values_[input] == step ? 0 : 1;
      me.wrong += values_[self] == step - 1 ? 0 : 1;
      values_[self] = step;
    });
  }

  void issue(Task& task, int step) {
    Stream& stream = *streams_[task.stream];
    for (const std::size_t input : task.inputs) stream.wait(*tasks_[input].event);
    for (const std::size_t reader : task.readers) stream.wait(*tasks_[reader].event);  // its record of the step before
    stream.run(*task.call, step, task.when);
    stream.record(*task.event);
  }

  Dice dice_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<std::int64_t> values_;
  std::vector<Task> tasks_;
  std::vector<std::unique_ptr<Stream>> streams_;  // last: destroyed before the events
};

TEST(EventGraphs, KeepTheirOrder) {
  for (int seed = 0; seed < graphs; ++seed) {
    RandomGraph graph(static_cast<std::uint64_t>(seed));
    ASSERT_EQ(graph.wrong_after_running(), 0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ringside::test
