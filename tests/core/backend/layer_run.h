// One layer's forward and backward pass on numbers made for a test.
#pragma once
#include <cstdint>
#include <vector>

#include "core/backend/kernels.h"

namespace ringside::test {

struct Slice {
  int first = 0;
  int count = 0;
};

// What goes into the whole layer.
struct LayerData {
  std::vector<float> input, params, labels, output_gradient;
};

// What comes out of a slice of it.
struct LayerResult {
  std::vector<float> output, input_gradient, params_gradient;
};

struct RunOptions {
  bool input_gradient = true;
  bool in_place = false;
  int divisor = 1;
  CallPlace place{};
};

// Inputs are all different, at least 0.02 apart and 0.01 from zero: no maximum and no kink is near.
LayerData make_data(const Layer& layer, int samples, std::uint64_t seed);

// What of the data a slice of output channels sees, as the strategies hand it out.
LayerData slice_of(const LayerData& data, const Layer& layer, Slice slice);

// Channels [first, first + count) of an activation with `channels` channels.
std::vector<float> take_channels(const std::vector<float>& values, int channels, Slice slice);

LayerCall make_call(const Layer& layer, int samples, Slice slice, const RunOptions& options = {});

// Forward alone: output and state. `data` is the slice's.
struct ForwardResult {
  std::vector<float> output, state;
};
ForwardResult run_forward(LayerKernel& kernel, const LayerCall& call, const LayerData& data,
                          const RunOptions& options = {});

// Forward, then backward.
LayerResult run_layer(LayerKernel& kernel, const LayerCall& call, const LayerData& data,
                      const RunOptions& options = {});
LayerResult run_layer(Kernels& kernels, const LayerCall& call, const LayerData& data, const RunOptions& options = {});

Slice whole(const Layer& layer);

// The whole layer, then two and three uneven parts of it where it can be cut.
std::vector<std::vector<Slice>> cuts(const Layer& layer);

}  // namespace ringside::test
