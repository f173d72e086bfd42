// The gradient of a convolution's weights and bias.
#pragma once
#include "core/backend/native/windows.h"

namespace ringside::native {

struct WindowGradientArgs {
  const float* input = nullptr;
  const float* output_gradient = nullptr;
  Blocks blocks;
  float* weights_gradient = nullptr;  // [output][channel][row][column]; written
  float* bias_gradient = nullptr;     // written
  float* scratch = nullptr;           // window_gradient_scratch() floats
};

std::int64_t window_gradient_scratch(const Windows& windows, Blocks blocks);

void window_gradient(SimdLevel level, const Windows& windows, const WindowGradientArgs& args);

}  // namespace ringside::native
