// Layers that look at all channels of a pixel: local response normalisation and the loss.
#pragma once
#include "core/backend/cuda/grid.cuh"

namespace ringside::cuda {

// A slice [first, first + channels) of a normalisation over `inputs` channels.
struct LrnSlice {
  int inputs, first, channels;
  int half;  // of the window
  float k, share, beta;  // share: alpha / size
};

// y = x · s^-beta with s = k + share · (sum of x² around), which is left in `state`.
__global__ void lrn_forward_kernel(In<float> input, Out<float> output, Out<float> state, LrnSlice lrn) {
  for_each_value(output.count, [&](std::int64_t i) {
    const std::int64_t pixel = i / lrn.channels * lrn.inputs;
    const int channel = lrn.first + static_cast<int>(i % lrn.channels);
    const int begin = channel > lrn.half ? channel - lrn.half : 0;
    const int end = channel + lrn.half < lrn.inputs ? channel + lrn.half + 1 : lrn.inputs;
    float squares = 0;
    for (int other = begin; other < end; ++other) squares += input[pixel + other] * input[pixel + other];
    const float scale = lrn.k + lrn.share * squares;
    state[i] = scale;
    output[i] = input[pixel + channel] * powf(scale, -lrn.beta);
  });
}

// dy[c]/dx[i] = [c = i] · s[c]^-beta - 2 · share · beta · x[c] · x[i] · s[c]^(-beta-1) for i around c
__global__ void lrn_backward_kernel(In<float> input, In<float> state, In<float> output_gradient,
                                    Out<float> input_gradient, LrnSlice lrn) {
  for_each_value(input_gradient.count, [&](std::int64_t i) {
    const std::int64_t row = i / lrn.inputs;
    const int channel = static_cast<int>(i % lrn.inputs);
    const int last = lrn.first + lrn.channels;
    const int begin = channel - lrn.half > lrn.first ? channel - lrn.half : lrn.first;
    const int end = channel + lrn.half + 1 < last ? channel + lrn.half + 1 : last;
    float own = 0;
    float around = 0;
    for (int other = begin; other < end; ++other) {
      const std::int64_t output = row * lrn.channels + other - lrn.first;
      const float through = output_gradient[output] * powf(state[output], -lrn.beta);
      if (other == channel) own = through;
      around += through * input[row * lrn.inputs + other] / state[output];
    }
    input_gradient[i] = own - 2 * lrn.share * lrn.beta * input[i] * around;
  });
}

// From logarithms of probabilities, in the place of `output`, to the probabilities and a loss a sample. A label that is none
// gives a loss that is not a number.
__global__ void loss_forward_kernel(In<float> labels, Out<float> output, int classes) {
  for_each_value(labels.count * classes, [&](std::int64_t i) {
    const std::int64_t sample = i / classes;
    const float label = labels[sample];
    const float log_probability = output.read(i);
    if (static_cast<float>(i % classes) == label) output[labels.count * classes + sample] = -log_probability;
    const bool wrong = !(label >= 0 && label < static_cast<float>(classes) && label == floorf(label));
    if (wrong && i % classes == 0) output[labels.count * classes + sample] = nanf("");
    output[i] = expf(log_probability);
  });
}

// (p - one hot) / divisor
__global__ void loss_backward_kernel(In<float> probabilities, In<float> labels, Out<float> input_gradient, int classes,
                                     float divisor) {
  for_each_value(input_gradient.count, [&](std::int64_t i) {
    const bool right = static_cast<float>(i % classes) == labels[i / classes];
    input_gradient[i] = (probabilities[i] - (right ? 1.0F : 0.0F)) / divisor;
  });
}

}  // namespace ringside::cuda
