// The comparison with the textbook, bit for bit.
#include "tests/strategies/integer_run.h"

#include <fmt/format.h>

#include "tests/strategies/integer_machine.h"

namespace ringside {

Expectation::Expectation(const StepSpec& spec, Meaning meaning, const std::vector<Samples>& shards, int steps)
    : network_(spec.network), steps_(steps) {
  samples_ = meaning == Meaning::local_sgd ? shards : std::vector{Samples{0, spec.batch}};
  const int delay = meaning == Meaning::delayed_sgd ? 1 : 0;
  for (const Samples& samples : samples_) {
    trainings_.push_back(train_by_integer_textbook(spec.network, spec.batch, samples, delay, steps));
  }
}

const WordTraining& Expectation::training_of(DeviceId device) const {
  return trainings_.size() == 1 ? trainings_.front() : trainings_[index(device)];
}

std::optional<std::string> Expectation::difference(const StepGraph& graph, const Order& order) const {
  IntegerMachine machine(network_, graph, steps_);
  machine.load(first_words(network_));
  for (const TaskAt& next : order) machine.perform(next.task, next.step);

  for (int step = 0; step < steps_; ++step) {
    for (std::size_t t = 0; t < trainings_.size(); ++t) {
      const Words got = machine.read({graph.losses, 0, samples_[t].first, samples_[t].count}, step);
      for (std::size_t s = 0; s < got.size(); ++s) {
        if (got[s] == trainings_[t].losses[static_cast<std::size_t>(step)][s]) continue;
        return fmt::format("loss of sample {} in step {}", static_cast<std::size_t>(samples_[t].first) + s, step);
      }
    }
  }
  for (const Placement& p : graph.weights) {
    const DeviceId device = graph.buffers[index(p.span.buffer)].device;
    const Layer& layer = network_.layers[static_cast<std::size_t>(p.layer)];
    const Words got = machine.read(p.span, steps_);
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (got[i] == training_of(device).weights[static_cast<std::size_t>(layer.offset + p.offset) + i]) continue;
      return fmt::format("parameter {} of layer {} on device {}", static_cast<std::size_t>(p.offset) + i, layer.name,
                         static_cast<int>(device));
    }
  }
  return {};
}

}  // namespace ringside
