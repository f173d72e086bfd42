// Sums over windows: a convolution's outputs, and the gradient of its inputs.
#pragma once
#include "core/backend/native/panels.h"
#include "core/backend/native/windows.h"

namespace ringside::native {

struct WindowSumsArgs {
  const float* input = nullptr;
  const float* weights = nullptr;  // [panel of outputs][row][column][channel of the input][output]
  const float* bias = nullptr;     // null: none
  float* output = nullptr;
  int blocks = 0;  // of 16 images
};

// The panels that the weights must be in.
Panels window_panels(SimdLevel level, int outputs);

void sum_from_inputs(SimdLevel level, const Windows& windows, const WindowSumsArgs& args);
void sum_from_outputs(SimdLevel level, const Windows& windows, const WindowSumsArgs& args);

}  // namespace ringside::native
