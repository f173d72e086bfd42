// The rows of the menu.
#include "core/backend/native/native_backend.h"

#include <fmt/format.h>

#include "core/backend/cores.h"
#include "core/backend/native/native_kernels.h"
#include "core/backend/onednn/onednn_backend.h"
#include "core/backend/thread_device.h"

namespace ringside {

namespace {

template <NativeKernels::Products products>
std::unique_ptr<Kernels> make_kernels() {
  return std::make_unique<NativeKernels>(simd_level(), products);
}

template <NativeKernels::Products products>
std::unique_ptr<Device> make_device(int index, bool pinned) {
  return make_thread_device(fmt::format("cpu {}", index), index, pinned, make_kernels<products>);
}

int physical_devices() {
  return static_cast<int>(allowed_cores().size());
}

std::string details() {
  return fmt::format("native with {}", name_of(simd_level()));
}

}  // namespace

Backend native_backend() {
  constexpr auto own = NativeKernels::Products::own;
  return {"native",         "CPU kernels of our own, vectorised over images, one core a device",
          details,          make_kernels<own>,
          make_device<own>, physical_devices};
}

Backend auto_backend() {
  constexpr auto fastest = NativeKernels::Products::fastest;
  return {"auto",
          "native, but oneDNN's kernels for layers where they are measured to be faster",
          [] { return fmt::format("{}; {}", details(), onednn_backend().details()); },
          make_kernels<fastest>,
          make_device<fastest>,
          physical_devices};
}

}  // namespace ringside
