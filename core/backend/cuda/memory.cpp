// cudaMalloc and cudaHostAlloc.
#include "core/backend/cuda/memory.h"

#include <cuda_runtime_api.h>

#include <cstring>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/handle.h"
#include "core/base/error.h"

namespace ringside::cuda {

namespace {

constexpr double gib = 1 << 30;

std::size_t bytes_of(std::int64_t floats) {
  return static_cast<std::size_t>(floats) * sizeof(float);
}

}  // namespace

DeviceMemory allocate_on_gpu(std::int64_t floats, int physical_device) {
  must(cudaSetDevice(physical_device), "cudaSetDevice");
  const std::size_t bytes = bytes_of(floats);
  float* memory = nullptr;
  const cudaError_t status = cudaMalloc(reinterpret_cast<void**>(&memory), bytes);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    std::size_t free = 0;
    std::size_t total = 0;
    must(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    fail(
        "cuda {}: out of memory: {:.3f} GiB ({} bytes) were asked for; {:.3f} of its {:.3f} GiB are free; choose a "
        "smaller "
        "--batch",
        physical_device, static_cast<double>(bytes) / gib, bytes, static_cast<double>(free) / gib,
        static_cast<double>(total) / gib);
  }
  must(status, "cudaMalloc");
  return {memory, [](float* block) { forget(cudaFree(block)); }};
}

DeviceMemory allocate_pinned(std::int64_t floats) {
  const std::size_t bytes = bytes_of(floats);
  float* memory = nullptr;
  const cudaError_t status = cudaHostAlloc(reinterpret_cast<void**>(&memory), bytes, cudaHostAllocPortable);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    fail(
        "host: out of memory: {:.3f} GiB ({} bytes) that GPUs can copy from (pinned) are not to be had; choose a "
        "smaller --batch",
        static_cast<double>(bytes) / gib, bytes);
  }
  must(status, "cudaHostAlloc");
  std::memset(memory, 0, bytes);
  return {memory, [](float* block) { forget(cudaFreeHost(block)); }};
}

}  // namespace ringside::cuda
