// The stand-in for libcudart: memory and copies.
#include <cstring>
#include <memory>

#include "tests/cuda_stand_in/runtime.h"

using namespace stand_in;

namespace {

cudaError_t allocate(void** memory, std::size_t bytes, int device) {
  if (bytes == 0) violation("0 bytes of memory are asked for");
  const std::lock_guard lock(machine().memory_mutex);
  *memory = machine().memory.allocate(bytes, device, machine().bytes_of_device);
  return *memory == nullptr ? said(cudaErrorMemoryAllocation) : cudaSuccess;
}

// As on a GPU, memory is freed when nobody works any more.
void release(void* memory, std::string_view function, bool device_memory) {
  not_while_recording(function);
  for (int device = 0; device < machine().devices; ++device) machine().finish_device(device);
  const std::lock_guard lock(machine().memory_mutex);
  machine().memory.release(memory, function, device_memory);
}

bool is_pageable(const void* memory) {
  const std::lock_guard lock(machine().memory_mutex);
  return !machine().memory.knows(memory);
}

template <class T>
T* view(T* memory) {
  const std::lock_guard lock(machine().memory_mutex);
  return machine().memory.view(memory);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  STAND_IN_CALL(cudaMalloc);
  not_while_recording("cudaMalloc");
  return allocate(memory, bytes, current_device());
}

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  STAND_IN_CALL(cudaHostAlloc);
  not_while_recording("cudaHostAlloc");
  return allocate(memory, bytes, on_host);
}

cudaError_t cudaFree(void* memory) {
  if (memory != nullptr) release(memory, "cudaFree", true);
  STAND_IN_CALL(cudaFree);  // an error that comes too late to matter
  return cudaSuccess;
}

cudaError_t cudaFreeHost(void* memory) {
  if (memory != nullptr) release(memory, "cudaFreeHost", false);
  STAND_IN_CALL(cudaFreeHost);  // an error that comes too late to matter
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  STAND_IN_CALL(cudaMemGetInfo);
  const std::lock_guard lock(machine().memory_mutex);
  *total = machine().bytes_of_device;
  *free = *total - machine().memory.used(current_device());
  return cudaSuccess;
}

// In the default stream, which others do not wait for.
cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  STAND_IN_CALL(cudaMemset);
  not_while_recording("cudaMemset");
  machine().stream_of(nullptr, "cudaMemset").put("cudaMemset", {{memory, bytes, Access::Kind::write}}, [=] {
    std::memset(view(memory), value, bytes);
  });
  return cudaSuccess;
}

// From memory that is not pinned the numbers are taken at once; to such memory they come before the call returns.
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t handle) {
  STAND_IN_CALL(cudaMemcpyAsync);
  if (kind != cudaMemcpyDefault) violation("cudaMemcpyAsync: the stand-in knows cudaMemcpyDefault alone");
  Stream& stream = machine().stream_of(handle, "cudaMemcpyAsync");
  const bool from_pageable = is_pageable(from);
  const bool to_pageable = is_pageable(to);
  if (stream.recorded != nullptr && (from_pageable || to_pageable))
    violation("cudaMemcpyAsync: memory that is not pinned, in a recorded stream");
  std::vector<Access> accesses;
  if (!from_pageable) accesses.push_back({from, bytes, Access::Kind::read});
  if (!to_pageable) accesses.push_back({to, bytes, Access::Kind::write});
  const auto taken = std::make_shared<std::vector<char>>();
  if (from_pageable) taken->assign(static_cast<const char*>(from), static_cast<const char*>(from) + bytes);
  stream.put(
      "cudaMemcpyAsync", accesses,
      [=] {
        const void* source = from_pageable ? taken->data() : view(from);
        std::memmove(to_pageable ? to : view(to), source, bytes);
      },
      true);
  if (to_pageable) stream.finish();
  return cudaSuccess;
}

}  // extern "C"
