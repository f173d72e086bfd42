// Forward and backward, layer by layer.
#include "core/exec/chain.h"

#include <algorithm>
#include <utility>

#include "core/net/in_place.h"

namespace ringside {

Chain::Chain(const Network& network, Kernels& kernels, int samples)
    : network_(network), kernels_(kernels), samples_(samples) {
  const auto floats = [&](std::int64_t per_sample) { return static_cast<std::size_t>(samples * per_sample); };
  images_.resize(floats(network.input.count()));
  std::int64_t widest = 0;
  for (const Layer& layer : network.layers) {
    Link& link = links_.emplace_back();
    link.kernel = kernels.layer({layer, samples, 0, layer.output.channels, links_.size() > 1});
    if (!overwrites_input(network, static_cast<int>(links_.size()) - 1)) {
      const std::int64_t per_sample = is_loss(layer) ? layer.input.count() + 1 : layer.output.count();
      outputs_.push_back(std::make_unique<std::vector<float>>(floats(per_sample)));
    }
    link.output = outputs_.back().get();
    link.state.resize(floats(state_count(layer)));
    widest = std::max(widest, layer.input.count());
  }
  output_gradient_.resize(floats(widest));
  input_gradient_.resize(floats(widest));
}

const float* Chain::input_of(std::size_t layer) const {
  return layer == 0 ? images_.data() : links_[layer - 1].output->data();
}

void Chain::forward(const float* images, const float* labels, const float* weights, const CallPlace& place) {
  kernels_.arrange({images, images_.data(), samples_, network_.input});
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const Layer& layer = network_.layers[l];
    links_[l].kernel->forward({.input = input_of(l),
                               .params = layer.params() > 0 ? weights + layer.offset : nullptr,
                               .labels = is_loss(layer) ? labels : nullptr,
                               .state = links_[l].state.data(),
                               .output = links_[l].output->data(),
                               .place = place});
  }
}

void Chain::backward(const float* labels, const float* weights, float* gradient, const CallPlace& place) {
  for (std::size_t l = links_.size(); l-- > 0;) {
    const Layer& layer = network_.layers[l];
    links_[l].kernel->backward({.input = input_of(l),
                                .output = links_[l].output->data(),
                                .output_gradient = is_loss(layer) ? nullptr : output_gradient_.data(),
                                .state = links_[l].state.data(),
                                .labels = is_loss(layer) ? labels : nullptr,
                                .params = layer.params() > 0 ? weights + layer.offset : nullptr,
                                .input_gradient = l == 0 ? nullptr : input_gradient_.data(),
                                .params_gradient = layer.params() > 0 ? gradient + layer.offset : nullptr,
                                .divisor = samples_,
                                .place = place});
    std::swap(output_gradient_, input_gradient_);
  }
}

std::span<const float> Chain::probabilities() const {
  const std::span<const float> output(*outputs_.back());
  return output.first(output.size() - static_cast<std::size_t>(samples_));
}

std::span<const float> Chain::losses() const {
  return std::span<const float>(*outputs_.back()).last(static_cast<std::size_t>(samples_));
}

}  // namespace ringside
