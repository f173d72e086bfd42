// The products of a dense layer, on its plain weights: [output][input].
#pragma once
#include <cstdint>

#include "core/backend/simd.h"

namespace ringside::native {

// output[block][o] = bias[o] + sum over i of weights[o][i] · input[block][i], for so many blocks of 16 images.
struct DenseForwardArgs {
  const float* input;
  const float* weights;
  const float* bias;
  float* output;
  int blocks, inputs, outputs;
};
void dense_forward(SimdLevel level, const DenseForwardArgs& args);

// input_gradient[block][i] = sum over o of weights[o][i] · output_gradient[block][o].
struct DenseInputGradientArgs {
  const float* output_gradient;
  const float* weights;
  float* input_gradient;
  int blocks, inputs, outputs;
};
void dense_input_gradient(SimdLevel level, const DenseInputGradientArgs& args);

// weights_gradient[o][i] = sum over images of output_gradient[o] · input[i], and the sums of output_gradient.
struct DenseWeightsGradientArgs {
  const float* input;            // [image][input_stride]: one image after another; zero behind `inputs`
  std::int64_t input_stride;     // a multiple of 16
  const float* output_gradient;  // side by side, the last block narrow
  float* weights_gradient;
  float* bias_gradient;
  int images, inputs, outputs;
};
void dense_weights_gradient(SimdLevel level, const DenseWeightsGradientArgs& args);

}  // namespace ringside::native
