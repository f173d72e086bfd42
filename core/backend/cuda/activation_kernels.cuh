// ReLU, tanh and dropout.
#pragma once
#include "core/backend/cuda/grid.cuh"

namespace ringside::cuda {

// So written that not-a-number stays: a model gone astray is noticed.
__global__ void relu_forward_kernel(In<float> input, Out<float> output) {
  for_each_value(output.count, [&](std::int64_t i) { output[i] = input[i] < 0 ? 0.0F : input[i]; });
}

__global__ void relu_backward_kernel(In<float> output, In<float> output_gradient, Out<float> input_gradient) {
  for_each_value(input_gradient.count,
                 [&](std::int64_t i) { input_gradient[i] = output[i] > 0 ? output_gradient[i] : 0.0F; });
}

__global__ void tanh_forward_kernel(In<float> input, Out<float> output) {
  for_each_value(output.count, [&](std::int64_t i) { output[i] = tanhf(input[i]); });
}

__global__ void tanh_backward_kernel(In<float> output, In<float> output_gradient, Out<float> input_gradient) {
  for_each_value(input_gradient.count,
                 [&](std::int64_t i) { input_gradient[i] = output_gradient[i] * (1 - output[i] * output[i]); });
}

// Where a slice of channels of some samples stands in a layer's output of the global batch, and what its mask is drawn from
// (see core/backend/dropout_mask.h).
struct DropoutDraw {
  std::uint64_t seed, stream, threshold;
  float scale;
  std::int64_t first_pixel;
  int first_channel, channels, all_channels;
};

// Word `unit` mod 4 of block `unit` / 4 of Philox4x32-10: core/base/random.cpp for a GPU.
__device__ inline std::uint32_t philox_word(std::uint64_t seed, std::uint64_t stream, std::int64_t unit) {
  const auto counter = static_cast<std::uint64_t>(unit / 4);
  auto key_0 = static_cast<std::uint32_t>(seed);
  auto key_1 = static_cast<std::uint32_t>(seed >> 32);
  std::uint32_t words[4] = {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
                            static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = std::uint64_t{0xD2511F53} * words[0];
    const std::uint64_t product_1 = std::uint64_t{0xCD9E8D57} * words[2];
    words[0] = static_cast<std::uint32_t>(product_1 >> 32) ^ words[1] ^ key_0;
    words[1] = static_cast<std::uint32_t>(product_1);
    words[2] = static_cast<std::uint32_t>(product_0 >> 32) ^ words[3] ^ key_1;
    words[3] = static_cast<std::uint32_t>(product_0);
    key_0 += 0x9E3779B9;
    key_1 += 0xBB67AE85;
  }
  return words[unit % 4];
}

// Forward and backward are the same: kept units are scaled, the others are zero.
__global__ void dropout_kernel(In<float> from, Out<float> to, DropoutDraw draw) {
  for_each_value(to.count, [&](std::int64_t i) {
    const std::int64_t pixel = draw.first_pixel + i / draw.channels;
    const std::int64_t unit = pixel * draw.all_channels + draw.first_channel + i % draw.channels;
    to[i] = philox_word(draw.seed, draw.stream, unit) >= draw.threshold ? from[i] * draw.scale : 0.0F;
  });
}

}  // namespace ringside::cuda
