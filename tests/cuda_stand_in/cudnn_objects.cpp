// The stand-in for libcudnn: handles, descriptors, softmax.
#include "tests/cuda_stand_in/cudnn_objects.h"

#include <cmath>

using namespace stand_in;

extern "C" {

std::size_t cudnnGetVersion() {
  return CUDNN_VERSION;
}

const char* cudnnGetErrorString(cudnnStatus_t) {
  return "an error that the stand-in was asked for";
}

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  CUDNN_CALL(cudnnCreate);
  not_while_recording("cudnnCreate");
  *handle = reinterpret_cast<cudnnHandle_t>(keep(new LibraryHandle));
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  discard<LibraryHandle>(handle, "cudnnDestroy");
  CUDNN_CALL(cudnnDestroy);  // an error that comes too late to matter
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  CUDNN_CALL(cudnnSetStream);
  kept<LibraryHandle>(handle, "cudnnSetStream").set_stream(stream, "cudnnSetStream");
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensor) {
  CUDNN_CALL(cudnnCreateTensorDescriptor);
  *tensor = reinterpret_cast<cudnnTensorDescriptor_t>(keep(new Tensor));
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w) {
  CUDNN_CALL(cudnnSetTensor4dDescriptor);
  if (format != CUDNN_TENSOR_NHWC || type != CUDNN_DATA_FLOAT || n < 1 || c < 1 || h < 1 || w < 1)
    return CUDNN_STATUS_BAD_PARAM;
  kept<Tensor>(tensor, "cudnnSetTensor4dDescriptor") = {n, c, h, w};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor) {
  discard<Tensor>(tensor, "cudnnDestroyTensorDescriptor");
  CUDNN_CALL(cudnnDestroyTensorDescriptor);  // an error that comes too late to matter
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filters) {
  CUDNN_CALL(cudnnCreateFilterDescriptor);
  *filters = reinterpret_cast<cudnnFilterDescriptor_t>(keep(new Filters));
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filters, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
  CUDNN_CALL(cudnnSetFilter4dDescriptor);
  if (format != CUDNN_TENSOR_NHWC || type != CUDNN_DATA_FLOAT || k < 1 || c < 1 || h < 1 || w < 1)
    return CUDNN_STATUS_BAD_PARAM;
  kept<Filters>(filters, "cudnnSetFilter4dDescriptor") = {k, c, h, w};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filters) {
  discard<Filters>(filters, "cudnnDestroyFilterDescriptor");
  CUDNN_CALL(cudnnDestroyFilterDescriptor);  // an error that comes too late to matter
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convolution) {
  CUDNN_CALL(cudnnCreateConvolutionDescriptor);
  *convolution = reinterpret_cast<cudnnConvolutionDescriptor_t>(keep(new ConvolutionSettings));
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution, int pad_h, int pad_w,
                                              int stride_h, int stride_w, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t type) {
  CUDNN_CALL(cudnnSetConvolution2dDescriptor);
  if (pad_h != pad_w || stride_h != stride_w || dilation_h != 1 || dilation_w != 1 || mode != CUDNN_CROSS_CORRELATION ||
      type != CUDNN_DATA_FLOAT)
    return CUDNN_STATUS_BAD_PARAM;
  auto& settings = kept<ConvolutionSettings>(convolution, "cudnnSetConvolution2dDescriptor");
  settings.pad = pad_h;
  settings.stride = stride_h;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution, cudnnMathType_t type) {
  CUDNN_CALL(cudnnSetConvolutionMathType);
  kept<ConvolutionSettings>(convolution, "cudnnSetConvolutionMathType").fma_only = type == CUDNN_FMA_MATH;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution) {
  discard<ConvolutionSettings>(convolution, "cudnnDestroyConvolutionDescriptor");
  CUDNN_CALL(cudnnDestroyConvolutionDescriptor);  // an error that comes too late to matter
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                  const void*, cudnnTensorDescriptor_t from, const void* input, const void*,
                                  cudnnTensorDescriptor_t to, void* output) {
  CUDNN_CALL(cudnnSoftmaxForward);
  const Tensor shape = kept<Tensor>(from, "cudnnSoftmaxForward");
  if (algorithm != CUDNN_SOFTMAX_LOG || mode != CUDNN_SOFTMAX_MODE_INSTANCE ||
      kept<Tensor>(to, "cudnnSoftmaxForward").count() != shape.count())
    return CUDNN_STATUS_BAD_PARAM;
  Stream& stream = kept<LibraryHandle>(handle, "cudnnSoftmaxForward").working_stream("cudnnSoftmaxForward");
  const std::size_t bytes = bytes_of(shape.count());
  const std::vector<Access> accesses{{input, bytes, Access::Kind::read}, {output, bytes, Access::Kind::write}};
  stream.put("cudnnSoftmaxForward", accesses, [=] {
    const auto* x = static_cast<const float*>(view(input));
    auto* y = static_cast<float*>(view(output));
    const std::int64_t classes = shape.count() / shape.samples;
    for (std::int64_t first = 0; first < shape.count(); first += classes) {
      double largest = x[first];
      for (std::int64_t i = 1; i < classes; ++i) largest = std::max(largest, double{x[first + i]});
      double sum = 0;
      for (std::int64_t i = 0; i < classes; ++i) sum += std::exp(x[first + i] - largest);
      for (std::int64_t i = 0; i < classes; ++i)
        y[first + i] = static_cast<float>(x[first + i] - largest - std::log(sum));
    }
  });
  return CUDNN_STATUS_SUCCESS;
}

}  // extern "C"
