// What the program finds when it loads this library: the rows of the menu (see core/backend/cuda_plugin.h).
#include <array>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/collective.h"
#include "core/backend/cuda/cuda_device.h"
#include "core/backend/cuda/details.h"
#include "core/backend/cuda/staged_kernels.h"
#include "core/backend/cuda_plugin.h"

namespace ringside::cuda {

namespace {

template <Arithmetic arithmetic, Launches launches = Launches::one_by_one>
CudaFunctions functions() {
  return {.missing = missing,
          .details = [] { return details(arithmetic); },
          .make_kernels = [] { return make_staged_kernels(arithmetic); },
          // Pinning is for threads; a GPU's work runs where the GPU is.
          .make_device = [](int index, bool) { return make_cuda_device(index, arithmetic, launches); },
          .physical_devices = gpu_count_or_none,
          // Nobody promises that NCCL repeats every bit.
          .has_collective = [](int devices) { return !arithmetic.deterministic && has_collective(devices); },
          .make_collective = make_collective};
}

}  // namespace

}  // namespace ringside::cuda

extern "C" __attribute__((visibility("default"))) const ringside::CudaFunctions* ringside_cuda_plugin(
    ringside::CudaRow row) {
  using ringside::cuda::Arithmetic;
  using ringside::cuda::functions;
  using ringside::cuda::Launches;
  static const std::array<ringside::CudaFunctions, ringside::cuda_rows> rows{
      functions<Arithmetic{}>(), functions<Arithmetic{}, Launches::recorded>(),
      functions<Arithmetic{.deterministic = true}>(), functions<Arithmetic{.tf32 = true}>()};
  return &rows[static_cast<std::size_t>(row)];
}
