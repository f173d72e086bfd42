// The libraries' handles, owned.
#pragma once
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <utility>

namespace ringside::cuda {

// The status of giving something back is of no use to anyone any more; nor may the next launch of a kernel take it for its own.
template <class Status>
void forget(Status status) {
  if (status != Status{}) static_cast<void>(cudaGetLastError());
}

// Move-only. `destroy` is the library's.
template <class T, auto destroy>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T value) : value_(value) {}
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value_ != nullptr) forget(destroy(value_));
  }

  T get() const { return value_; }

 private:
  T value_ = nullptr;
};

using StreamHandle = Handle<cudaStream_t, &cudaStreamDestroy>;
using EventHandle = Handle<cudaEvent_t, &cudaEventDestroy>;
using GraphHandle = Handle<cudaGraph_t, &cudaGraphDestroy>;
using GraphExecHandle = Handle<cudaGraphExec_t, &cudaGraphExecDestroy>;
using CudnnHandle = Handle<cudnnHandle_t, &cudnnDestroy>;
using CublasHandle = Handle<cublasHandle_t, &cublasDestroy>;
using TensorDescriptor = Handle<cudnnTensorDescriptor_t, &cudnnDestroyTensorDescriptor>;
using FilterDescriptor = Handle<cudnnFilterDescriptor_t, &cudnnDestroyFilterDescriptor>;
using ConvolutionDescriptor = Handle<cudnnConvolutionDescriptor_t, &cudnnDestroyConvolutionDescriptor>;

// On the current device.
StreamHandle make_stream_handle();
EventHandle make_event_handle(bool timed);

}  // namespace ringside::cuda
