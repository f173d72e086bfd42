// The layers in integers. Their gradients are those of no function, but have the structure that strategies rely on: a
// parameter's gradient is a sum over samples, an input's a sum over output channels.
#pragma once
#include "core/graph/task.h"
#include "tests/strategies/words.h"

namespace ringside {

// One layer at work on some samples of the step's batch and a slice of channels, as Forward and Backward in
// core/graph/task.h say.
struct WordCall {
  const Network& network;
  int layer;
  int step;
  Samples samples;
  Channels channels;

  const Layer& it() const { return network.layers[static_cast<std::size_t>(layer)]; }
  // Channels of the input that the call is given.
  int input_channels() const { return is_channel_local(it()) ? channels.count : it().input.channels; }
};

// Null where the layer has none.
struct ForwardWords {
  const Word *input = nullptr, *params = nullptr, *labels = nullptr;
  Word *state = nullptr, *output = nullptr;
};

struct BackwardWords {
  const Word *input = nullptr, *output = nullptr, *output_gradient = nullptr;
  const Word *state = nullptr, *labels = nullptr, *params = nullptr;
  Word *input_gradient = nullptr, *params_gradient = nullptr;
  int divisor = 1;
};

void word_forward(const WordCall& call, const ForwardWords& words);
void word_backward(const WordCall& call, const BackwardWords& words);

// The layers that slide a window, for word_layers.cpp.
void word_forward(const Conv& conv, const WordCall& call, const ForwardWords& words);
void word_backward(const Conv& conv, const WordCall& call, const BackwardWords& words);
void word_forward(const Pool& pool, const WordCall& call, const ForwardWords& words);
void word_backward(const Pool& pool, const WordCall& call, const BackwardWords& words);
void word_forward(const Subsample& subsample, const WordCall& call, const ForwardWords& words);
void word_backward(const Subsample& subsample, const WordCall& call, const BackwardWords& words);

}  // namespace ringside
