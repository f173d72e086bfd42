// Training by the plain loop.
#include "core/exec/textbook.h"

#include <numeric>

#include "core/backend/flush_denormals.h"
#include "core/exec/chain.h"

namespace ringside {
namespace {

// v = momentum · v + rate · (gradient + decay · w);  w = w - v, for the weights and the bias of every layer. Written out here
// once more, so that the executor is not checked against itself.
void descend(const Network& network, double rate, const std::vector<float>& gradient, std::vector<float>& weights,
             std::vector<float>& velocity) {
  const Solver& solver = network.solver;
  for (const Layer& layer : network.layers) {
    for (std::int64_t p = 0; p < layer.params(); ++p) {
      const Blob& blob = p < layer.weight_count ? *weights_blob(layer) : *bias_blob(layer);
      const auto blob_rate = static_cast<float>(rate * blob.rate_multiplier);
      const float decay = solver.weight_decay * blob.decay_multiplier;
      const auto i = static_cast<std::size_t>(layer.offset + p);
      velocity[i] = solver.momentum * velocity[i] + blob_rate * (gradient[i] + decay * weights[i]);
      weights[i] -= velocity[i];
    }
  }
}

}  // namespace

TextbookResult train_by_the_book(const Network& network, const Backend& backend, std::span<const float> weights,
                                 Batches& batches, std::int64_t steps, const TextbookOptions& options) {
  const FlushDenormals flush;  // as the streams' threads do
  const std::int64_t pixels = network.input.count();
  const int samples = options.sample_count > 0 ? options.sample_count : batches.batch();
  std::vector<float> images(static_cast<std::size_t>(batches.batch() * pixels));
  std::vector<float> labels(static_cast<std::size_t>(batches.batch()));
  const float* my_images = images.data() + options.first_sample * pixels;
  const float* my_labels = labels.data() + options.first_sample;

  const std::unique_ptr<Kernels> kernels = backend.make_kernels();
  Chain chain(network, *kernels, samples);
  TextbookResult result{{}, {weights.begin(), weights.end()}};
  std::vector<float> velocity(weights.size());
  const std::int64_t kept = options.delay + 1;
  std::vector<std::vector<float>> gradients(static_cast<std::size_t>(kept), std::vector<float>(weights.size()));
  for (std::int64_t step = 0; step < steps; ++step) {
    batches.fill(step, images.data(), labels.data());
    const CallPlace place{options.seed, step, options.first_sample, true};
    chain.forward(my_images, my_labels, result.weights.data(), place);
    chain.backward(my_labels, result.weights.data(), gradients[static_cast<std::size_t>(step % kept)].data(), place);
    const auto losses = chain.losses();
    result.losses.push_back(std::accumulate(losses.begin(), losses.end(), 0.0) / samples);

    const std::int64_t made_in = step - options.delay;
    if (made_in < 0) continue;
    descend(network, learning_rate(network.solver.rate, made_in), gradients[static_cast<std::size_t>(made_in % kept)],
            result.weights, velocity);
  }
  return result;
}

}  // namespace ringside
