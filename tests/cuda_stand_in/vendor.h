// What the stand-ins for cuDNN and cuBLAS share.
#pragma once
#include <cuda_runtime_api.h>

#include <string_view>

#include "tests/cuda_stand_in/machine.h"

namespace stand_in {

// An object a library gives out: from making to destroying it is in the machine's list.
template <class T>
T* keep(T* made) {
  const std::lock_guard lock(machine().host_mutex);
  machine().library_handles.insert(made);
  return made;
}

template <class T, class Handle>
T& kept(Handle handle, std::string_view function) {
  auto* object = reinterpret_cast<T*>(handle);
  const std::lock_guard lock(machine().host_mutex);
  if (!machine().library_handles.contains(object)) violation("{}: a handle or descriptor that is none", function);
  return *object;
}

template <class T, class Handle>
void discard(Handle handle, std::string_view function) {
  T& object = kept<T>(handle, function);
  const std::lock_guard lock(machine().host_mutex);
  machine().library_handles.erase(&object);
  delete &object;
}

// A library's handle: its device and its stream.
struct LibraryHandle {
  int device = current_device();
  cudaStream_t stream = nullptr;

  void set_stream(cudaStream_t handle, std::string_view function) {
    if (machine().stream_of(handle, function).device() != device) violation("{}: a stream of another device", function);
    stream = handle;
  }
  // Its stream, for work.
  Stream& working_stream(std::string_view function) const {
    if (device != current_device())
      violation("{}: a handle of device {}, the current device is {}", function, device, current_device());
    return machine().stream_of(stream, function);
  }
};

inline std::size_t bytes_of(std::int64_t floats) {
  return static_cast<std::size_t>(floats) * sizeof(float);
}

template <class T>
T* view(T* memory) {
  const std::lock_guard lock(machine().memory_mutex);
  return machine().memory.view(memory);
}

}  // namespace stand_in
