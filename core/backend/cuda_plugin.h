// The CUDA backend is a library of its own, loaded when it is asked for: one program serves machines with and without GPUs.
#pragma once
#include "core/backend/registry.h"

namespace ringside {

// The backend's rows of the menu.
enum class CudaRow { fp32, graphs, deterministic, tf32 };
inline constexpr std::size_t cuda_rows = 4;

// What a row needs of the library.
struct CudaFunctions {
  std::string (*missing)();
  std::string (*details)();
  std::unique_ptr<Kernels> (*make_kernels)();
  std::unique_ptr<Device> (*make_device)(int index, bool pinned);
  int (*physical_devices)();
  bool (*has_collective)(int devices);
  std::unique_ptr<Collective> (*make_collective)(int devices);
};

// libringside_cuda.so exports one function, `ringside_cuda_plugin`, of this type.
using CudaPlugin = const CudaFunctions*(CudaRow row);

// A row that loads the library when one of its functions is called.
Backend cuda_backend(CudaRow row);

}  // namespace ringside
