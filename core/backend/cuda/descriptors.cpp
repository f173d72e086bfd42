// Creates and fills in descriptors.
#include "core/backend/cuda/descriptors.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

TensorDescriptor describe_activation(int samples, int channels, const Shape& shape) {
  cudnnTensorDescriptor_t description = nullptr;
  must(cudnnCreateTensorDescriptor(&description), "cudnnCreateTensorDescriptor");
  TensorDescriptor owned(description);
  must(cudnnSetTensor4dDescriptor(description, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, samples, channels, shape.height,
                                  shape.width),
       "cudnnSetTensor4dDescriptor");
  return owned;
}

FilterDescriptor describe_filters(int outputs, int inputs, int kernel) {
  cudnnFilterDescriptor_t description = nullptr;
  must(cudnnCreateFilterDescriptor(&description), "cudnnCreateFilterDescriptor");
  FilterDescriptor owned(description);
  must(cudnnSetFilter4dDescriptor(description, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, outputs, inputs, kernel, kernel),
       "cudnnSetFilter4dDescriptor");
  return owned;
}

ConvolutionDescriptor describe_convolution(const Conv& conv, bool tf32) {
  cudnnConvolutionDescriptor_t description = nullptr;
  must(cudnnCreateConvolutionDescriptor(&description), "cudnnCreateConvolutionDescriptor");
  ConvolutionDescriptor owned(description);
  must(cudnnSetConvolution2dDescriptor(description, conv.pad, conv.pad, conv.stride, conv.stride, 1, 1,
                                       CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT),
       "cudnnSetConvolution2dDescriptor");
  must(cudnnSetConvolutionMathType(description, tf32 ? CUDNN_DEFAULT_MATH : CUDNN_FMA_MATH),
       "cudnnSetConvolutionMathType");
  return owned;
}

}  // namespace ringside::cuda
