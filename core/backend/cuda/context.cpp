// The libraries' handles, bound to the stream; scratch memory.
#include "core/backend/cuda/context.h"

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/memory.h"

namespace ringside::cuda {

void Scratch::reserve(std::int64_t floats) {
  if (floats <= floats_) return;
  memory_ = nullptr;  // first, so that the old block can be part of the new one
  floats_ = 0;
  memory_ = allocate_on_gpu(floats, device_);
  floats_ = floats;
}

cudnnHandle_t Context::cudnn() {
  if (cudnn_.get() == nullptr) {
    must(cudaSetDevice(device), "cudaSetDevice");
    cudnnHandle_t handle = nullptr;
    must(cudnnCreate(&handle), "cudnnCreate");
    cudnn_ = CudnnHandle(handle);
    must(cudnnSetStream(handle, stream), "cudnnSetStream");
  }
  return cudnn_.get();
}

cublasHandle_t Context::cublas() {
  if (cublas_.get() == nullptr) {
    must(cudaSetDevice(device), "cudaSetDevice");
    cublasHandle_t handle = nullptr;
    must(cublasCreate(&handle), "cublasCreate");
    cublas_ = CublasHandle(handle);
    must(cublasSetStream(handle, stream), "cublasSetStream");
    const cublasMath_t mode = arithmetic.tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH;
    must(cublasSetMathMode(handle, mode), "cublasSetMathMode");
  }
  return cublas_.get();
}

}  // namespace ringside::cuda
