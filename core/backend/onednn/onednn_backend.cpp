// The row of the menu.
#include "core/backend/onednn/onednn_backend.h"

#include <fmt/format.h>

#include <dnnl.hpp>

#include "core/backend/cores.h"
#include "core/backend/onednn/onednn_kernels.h"
#include "core/backend/thread_device.h"

namespace ringside {

namespace {

std::string_view instruction_set() {
  switch (dnnl::get_effective_cpu_isa()) {
    case dnnl::cpu_isa::sse41:
      return "SSE4.1";
    case dnnl::cpu_isa::avx:
      return "AVX";
    case dnnl::cpu_isa::avx2:
      return "AVX2";
    case dnnl::cpu_isa::avx2_vnni:
      return "AVX2 with VNNI";
    case dnnl::cpu_isa::avx512_core:
      return "AVX-512";
    case dnnl::cpu_isa::avx512_core_vnni:
      return "AVX-512 with VNNI";
    case dnnl::cpu_isa::avx512_core_bf16:
      return "AVX-512 with BF16";
    case dnnl::cpu_isa::avx512_core_amx:
      return "AVX-512 with AMX";
    default:
      return "unknown instruction set";
  }
}

std::string details() {
  const auto& version = *dnnl::version();
  return fmt::format("oneDNN {}.{}.{}, {}", version.major, version.minor, version.patch, instruction_set());
}

std::unique_ptr<Kernels> make_kernels() {
  return std::make_unique<OnednnKernels>();
}

std::unique_ptr<Device> make_device(int index, bool pinned) {
  return make_thread_device(fmt::format("cpu {}", index), index, pinned, make_kernels);
}

int physical_devices() {
  return static_cast<int>(allowed_cores().size());
}

}  // namespace

Backend onednn_backend() {
  return {.name = "onednn",
          .summary = "CPU kernels of oneDNN, one core a device",
          .details = details,
          .make_kernels = make_kernels,
          .make_device = make_device,
          .physical_devices = physical_devices};
}

}  // namespace ringside
