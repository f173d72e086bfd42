// The gradient of a convolution's weights and bias.
#pragma once
#include "core/backend/native/windows.h"

namespace ringside::native {

struct WindowGradientArgs {
  const float* input = nullptr;
  const float* output_gradient = nullptr;
  int blocks = 0;                     // of 16 images
  float* weights_gradient = nullptr;  // [output][channel][row][column]; added to
  float* bias_gradient = nullptr;     // added to
  float* scratch = nullptr;           // window_gradient_scratch() floats
};

std::int64_t window_gradient_scratch(const Windows& windows, int blocks);

void window_gradient(SimdLevel level, const Windows& windows, const WindowGradientArgs& args);

}  // namespace ringside::native
