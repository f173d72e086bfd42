// cuDNN's descriptions of tensors, filters and convolutions.
#pragma once
#include "core/backend/cuda/handle.h"
#include "core/backend/kernels.h"

namespace ringside::cuda {

// Activations of so many samples and channels, NHWC.
TensorDescriptor describe_activation(int samples, int channels, const Shape& shape);

// Filters as [output][row][column][input], which cuDNN wants beside NHWC activations.
FilterDescriptor describe_filters(int outputs, int inputs, int kernel);

ConvolutionDescriptor describe_convolution(const Conv& conv, bool tf32);

}  // namespace ringside::cuda
