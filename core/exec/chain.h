// A network's layers one after another on one set of kernels, with the activations between them.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/backend/kernels.h"
#include "core/net/network.h"

namespace ringside {

class Chain {
 public:
  // For so many samples at a time. Keeps a reference to the network; lives no longer than the kernels.
  Chain(const Network& network, Kernels& kernels, int samples);

  // Images NHWC, one label a sample, the whole model's weights.
  void forward(const float* images, const float* labels, const float* weights, const CallPlace& place);

  // After forward with the same images, labels and weights: writes the gradient of the mean loss with respect to all weights.
  void backward(const float* labels, const float* weights, float* gradient, const CallPlace& place);

  std::span<const float> probabilities() const;  // samples · classes
  std::span<const float> losses() const;         // one a sample

 private:
  struct Link {
    std::unique_ptr<LayerKernel> kernel;
    std::vector<float>* output = nullptr;  // a layer that works in place shares it with the layer before
    std::vector<float> state;
  };
  const float* input_of(std::size_t layer) const;

  const Network& network_;
  Kernels& kernels_;
  int samples_;
  std::vector<float> images_;  // in the order of the kernels
  std::vector<std::unique_ptr<std::vector<float>>> outputs_;
  std::vector<Link> links_;
  std::vector<float> output_gradient_, input_gradient_;
};

}  // namespace ringside
