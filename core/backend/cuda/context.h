// What the kernels of one stream have in common.
#pragma once
#include <cstdint>

#include "core/backend/cuda/handle.h"
#include "core/backend/cuda/varying.h"
#include "core/backend/device.h"

namespace ringside::cuda {

// How a menu's row computes. Weights, gradients and sums are 32-bit floats in all of them.
struct Arithmetic {
  bool deterministic = false;  // algorithms that give the same bits every time
  bool tf32 = false;           // products of numbers rounded to 10 bits of mantissa, where the GPU is faster at them
};

// Memory that all layers of a stream use by turns. It grows while they are prepared.
class Scratch {
 public:
  explicit Scratch(int physical_device) : device_(physical_device) {}
  void reserve(std::int64_t floats);
  float* data() const { return memory_.get(); }
  std::int64_t floats() const { return floats_; }

 private:
  int device_;
  std::int64_t floats_ = 0;
  DeviceMemory memory_;
};

class Context {
 public:
  Context(int physical_device, cudaStream_t of_stream, Arithmetic how)
      : device(physical_device), stream(of_stream), arithmetic(how), scratch(physical_device) {}

  // Made when a layer first asks for them: a transfer lane's stream has no use for any.
  cudnnHandle_t cudnn();
  cublasHandle_t cublas();

  const int device;
  const cudaStream_t stream;
  const Arithmetic arithmetic;
  Scratch scratch;
  Varying varying;

 private:
  CudnnHandle cudnn_;
  CublasHandle cublas_;
};

}  // namespace ringside::cuda
