// Which of cuDNN's algorithms a convolution runs by.
#pragma once
#include <cstdint>
#include <vector>

#include "core/backend/cuda/context.h"
#include "core/backend/kernels.h"

namespace ringside::cuda {

// A convolution as cuDNN sees it. Does not own the descriptors.
struct ConvolutionShape {
  cudnnTensorDescriptor_t input = nullptr;
  cudnnFilterDescriptor_t filters = nullptr;
  cudnnConvolutionDescriptor_t convolution = nullptr;
  cudnnTensorDescriptor_t output = nullptr;
};

struct Algorithms {
  cudnnConvolutionFwdAlgo_t forward{};
  cudnnConvolutionBwdDataAlgo_t backward_data{};
  cudnnConvolutionBwdFilterAlgo_t backward_filter{};
  std::int64_t workspace_bytes = 0;  // what the largest of them wants
  std::vector<Algorithm> named;      // all of them
};

// The fastest that give the bits asked for and whose workspace fits `budget_bytes`. cuDNN times them on the GPU when a process
// first asks for a shape; later calls of the same shape get the same ones, so that strategies compare like with like.
// Throws Error if none fits.
Algorithms find_algorithms(Context& context, const LayerCall& call, const Conv& conv, const ConvolutionShape& shape,
                           bool backward_data, std::int64_t budget_bytes);

}  // namespace ringside::cuda
