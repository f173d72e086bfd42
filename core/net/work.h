// What a layer costs: flops and bytes, known from the network alone. The only cost formulas of the suite.
#pragma once
#include <cstdint>

#include "core/net/network.h"

namespace ringside {

enum class Direction { forward, backward };

struct Work {
  std::int64_t flops = 0;  // a multiply-add counts 2
  std::int64_t bytes = 0;  // read and written once each, caches ignored
};

// Of `samples` samples and `channels` of the layer's output channels (all of them: layer.output.channels).
// `input_gradient` false leaves out the gradient with respect to the input (the first layer needs none).
Work layer_work(const Layer& layer, Direction direction, int samples, int channels, bool input_gradient);

// One training step on `samples` samples (forward, backward; no update).
Work step_work(const Network& network, int samples);

// Multiply-adds of conv and dense layers for one sample's forward pass: the number papers print.
std::int64_t multiply_adds(const Network& network);

}  // namespace ringside
