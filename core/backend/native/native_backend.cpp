// The row of the menu.
#include "core/backend/native/native_backend.h"

#include <fmt/format.h>

#include "core/backend/cores.h"
#include "core/backend/native/native_kernels.h"
#include "core/backend/thread_device.h"

namespace ringside {

namespace {

std::unique_ptr<Kernels> make_kernels() {
  return std::make_unique<NativeKernels>();
}

}  // namespace

Backend native_backend() {
  return {.name = "native",
          .summary = "CPU kernels of our own, vectorised over images, one core a device",
          .details = [] { return fmt::format("native {}", name_of(simd_level())); },
          .make_kernels = make_kernels,
          .make_device =
              [](int index, bool pinned) {
                return make_thread_device(fmt::format("cpu {}", index), index, pinned, make_kernels);
              },
          .physical_devices = [] { return static_cast<int>(allowed_cores().size()); }};
}

}  // namespace ringside
