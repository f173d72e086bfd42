// The textbook loop in integers.
#include "tests/strategies/integer_textbook.h"

#include <algorithm>

#include "tests/strategies/word_layers.h"

namespace ringside {
namespace {

// Every layer keeps an output and a gradient of its own: nothing is in place, nothing is shared.
class Loop {
 public:
  Loop(const Network& network, Samples samples) : network_(network), samples_(samples) {
    for (const Layer& layer : network.layers) {
      const std::int64_t loss = is_loss(layer) ? 1 : 0;
      outputs_.push_back(zeros(samples.count * (layer.output.count() + loss)));
      states_.push_back(zeros(samples.count * state_count(layer)));
      input_gradients_.push_back(zeros(samples.count * layer.input.count()));
    }
  }

  void forward(const WordBatch& batch, const Words& weights, int step) {
    images_.assign(batch.images.begin() + samples_.first * network_.input.count(),
                   batch.images.begin() + (samples_.first + samples_.count) * network_.input.count());
    labels_.assign(batch.labels.begin() + samples_.first, batch.labels.begin() + samples_.first + samples_.count);
    for (std::size_t l = 0; l < layers(); ++l) {
      word_forward(call(l, step), {input(l), weights.data() + network_.layers[l].offset, labels_.data(),
                                   states_[l].data(), outputs_[l].data()});
    }
  }

  Words losses() const { return {outputs_.back().end() - samples_.count, outputs_.back().end()}; }

  Words gradient(const Words& weights, int step) {
    Words gradient = zeros(network_.params());
    for (std::size_t l = layers(); l-- > 0;) {
      const std::int64_t offset = network_.layers[l].offset;
      word_backward(call(l, step),
                    {input(l), outputs_[l].data(), l + 1 < layers() ? input_gradients_[l + 1].data() : nullptr,
                     states_[l].data(), labels_.data(), weights.data() + offset, input_gradients_[l].data(),
                     gradient.data() + offset, samples_.count});
    }
    return gradient;
  }

 private:
  static Words zeros(std::int64_t count) { return Words(static_cast<std::size_t>(count)); }
  std::size_t layers() const { return network_.layers.size(); }
  const Word* input(std::size_t l) const { return l == 0 ? images_.data() : outputs_[l - 1].data(); }
  WordCall call(std::size_t l, int step) const {
    return {network_, static_cast<int>(l), step, samples_, {0, network_.layers[l].output.channels}};
  }

  const Network& network_;
  Samples samples_;
  Words images_, labels_;
  std::vector<Words> outputs_, states_, input_gradients_;  // of each layer
};

// Caffe's rule for one blob of a layer.
void update(const Blob& blob, Word rate, const WordSolver& solver, std::size_t first, std::size_t count,
            const Words& gradient, Words& velocity, Words& weights) {
  const Word local_rate = rate * static_cast<Word>(blob.rate_multiplier);
  const Word local_decay = solver.decay * static_cast<Word>(blob.decay_multiplier);
  for (std::size_t i = first; i < first + count; ++i) {
    velocity[i] = solver.momentum * velocity[i] + local_rate * (gradient[i] + local_decay * weights[i]);
    weights[i] -= velocity[i];
  }
}

}  // namespace

WordTraining train_by_integer_textbook(const Network& network, int batch, Samples samples, int delay, int steps) {
  WordTraining training{{}, first_words(network)};
  const WordSolver solver(network.solver);
  Words velocity(training.weights.size());
  std::vector<Words> gradients;  // of each step
  Loop loop(network, samples);
  for (int step = 0; step < steps; ++step) {
    loop.forward(word_batch(network, batch, step), training.weights, step);
    training.losses.push_back(loop.losses());
    gradients.push_back(loop.gradient(training.weights, step));
    const int made_in = step - delay;
    if (made_in < 0) continue;
    for (const Layer& layer : network.layers) {
      if (layer.params() == 0) continue;
      const auto offset = static_cast<std::size_t>(layer.offset);
      const auto weights = static_cast<std::size_t>(layer.weight_count);
      const Words& gradient = gradients[static_cast<std::size_t>(made_in)];
      const Word rate = WordSolver::rate(made_in);
      update(*weights_blob(layer), rate, solver, offset, weights, gradient, velocity, training.weights);
      update(*bias_blob(layer), rate, solver, offset + weights, static_cast<std::size_t>(layer.bias_count), gradient,
             velocity, training.weights);
    }
  }
  return training;
}

}  // namespace ringside
