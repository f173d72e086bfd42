// A session runs any graph as if its tasks ran one after another, whatever the ages, copies, lags and devices.
#include <gtest/gtest.h>

#include <random>

#include "core/exec/session.h"
#include "tests/core/exec/mixing.h"
#include "tests/core/exec/random_graph.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

// All copies of all buffers, and what the ops mean for them, in emission order.
class OneAfterAnother {
 public:
  OneAfterAnother(const StepGraph& graph, const std::vector<float>& state) : graph_(graph) {
    auto next = state.begin();
    for (std::size_t b = 0; b < graph.buffers.size(); ++b) {
      const Buffer& buffer = graph.buffers[b];
      const std::vector<float> zeros(static_cast<std::size_t>(buffer.floats));
      auto& copies = memory_.emplace_back(static_cast<std::size_t>(buffer.copies), zeros);
      if (!is_placed(b)) continue;
      for (int age = 0; age < buffer.copies; ++age, next += buffer.floats) {
        copies[static_cast<std::size_t>((buffer.copies - age) % buffer.copies)].assign(next, next + buffer.floats);
      }
    }
  }

  void run(std::int64_t step) {
    for (const Task& task : graph_.tasks) {
      if (const auto* t = std::get_if<Transfer>(&task.op))
        std::copy_n(at(t->from, step), t->from.count, at(t->to, step));
      if (const auto* r = std::get_if<Reduce>(&task.op)) {
        for (std::int64_t i = 0; i < r->into.count; ++i) {
          at(r->into, step)[i] = mix(at(r->into, step)[i], at(r->source, step)[i]);
        }
      }
      if (const auto* u = std::get_if<Update>(&task.op)) update(*u, step);
    }
  }

  std::vector<float> state(std::int64_t step) {
    std::vector<float> state;
    for (std::size_t b = 0; b < memory_.size(); ++b) {
      for (int age = 0; is_placed(b) && age < graph_.buffers[b].copies; ++age) {
        const float* copy = at({BufferId{static_cast<int>(b)}, age, 0, graph_.buffers[b].floats}, step);
        state.insert(state.end(), copy, copy + graph_.buffers[b].floats);
      }
    }
    return state;
  }

 private:
  void update(const Update& u, std::int64_t step) {
    for (std::int64_t i = 0; i < u.weights.count; ++i) {
      float& updated = at(u.updated, step)[i];
      const float weight = at(u.weights, step)[i];
      if (step < u.gradient.age) {
        updated = weight;  // there is no gradient yet
        continue;
      }
      float& velocity = at(u.momentum, step)[i];
      velocity = mix(mix(velocity, at(u.gradient, step)[i]), weight);
      updated = mix(weight, velocity);
    }
  }

  float* at(const Span& span, std::int64_t step) {
    auto& copies = memory_[index(span.buffer)];
    std::int64_t copy = (step - span.age) % std::ssize(copies);
    if (copy < 0) copy += std::ssize(copies);
    return copies[static_cast<std::size_t>(copy)].data() + span.begin;
  }

  const StepGraph& graph_;
  std::vector<std::vector<std::vector<float>>> memory_;
};

class Lags : public testing::TestWithParam<unsigned> {};

TEST_P(Lags, AnyGraphRunsAsIfOneAfterAnother) {
  std::mt19937 random(GetParam());
  const int devices = 1 + static_cast<int>(GetParam() % 5);
  const StepGraph graph = random_graph(random, devices, 3, 25, 4);
  const Network network = dense_network(static_cast<int>(devices * 3 * 4 * random_buffer_floats));
  std::vector<float> state(static_cast<std::size_t>(network.params()));
  for (float& value : state) value = static_cast<float>(random() % 65521);

  Session session(network, graph, mixing_backend(), {.pinned = false});
  const LabelledImages images = some_images(network.input, 2, 1);
  Batches batches(images, graph.batch, {}, 1, 1);
  for (int load = 0; load < 2; ++load) {
    session.load(state);
    OneAfterAnother expected(graph, state);
    std::int64_t step = 0;
    for (const std::int64_t steps : {9, 1, 7}) {
      session.run(batches, {.steps = steps});
      for (const std::int64_t end = step + steps; step < end; ++step) expected.run(step);
      std::vector<float> found = session.weights();
      const std::vector<float> wanted = expected.state(step);
      found.resize(wanted.size());
      ASSERT_EQ(found, wanted) << "after " << step << " steps";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Lags, testing::Range(0U, 40U));

}  // namespace
}  // namespace ringside
