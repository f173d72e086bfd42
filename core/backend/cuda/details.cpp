// Asks the driver and the libraries.
#include "core/backend/cuda/details.h"

#include <fmt/format.h>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/collective.h"

namespace ringside::cuda {

namespace {

// 13000 -> "13.0"
std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string about_driver() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver was found";
  return fmt::format("the NVIDIA driver is too old: it knows CUDA {}, this build needs {}", version_text(driver),
                     version_text(CUDART_VERSION));
}

std::string gpu_text(int gpu) {
  cudaDeviceProp properties{};
  must(cudaGetDeviceProperties(&properties, gpu), "cudaGetDeviceProperties");
  return fmt::format("{} {} (sm_{}{}, {:.0f} GiB)", gpu, properties.name, properties.major, properties.minor,
                     static_cast<double>(properties.totalGlobalMem) / (1 << 30));
}

// Whether GPUs copy to each other directly.
std::string ways_text(int gpus) {
  std::string through_host;
  for (int from = 0; from < gpus; ++from) {
    for (int to = 0; to < gpus; ++to) {
      int reachable = 1;
      if (from != to) must(cudaDeviceCanAccessPeer(&reachable, from, to), "cudaDeviceCanAccessPeer");
      if (reachable == 0) through_host += fmt::format("{}{} to {}", through_host.empty() ? "" : ", ", from, to);
    }
  }
  return through_host.empty() ? "direct" : "through the host for " + through_host;
}

std::string products_text(Arithmetic arithmetic) {
  return fmt::format("products in {}{}", arithmetic.tf32 ? "TF32 where that is faster" : "fp32, no TF32",
                     arithmetic.deterministic ? ", deterministic algorithms" : "");
}

}  // namespace

std::string missing() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  static_cast<void>(cudaGetLastError());
  if (status == cudaErrorInsufficientDriver) return about_driver();
  if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0))
    return "there is an NVIDIA driver, but no GPU that it can use";
  if (status != cudaSuccess)
    return fmt::format("cudaGetDeviceCount: {} (error {})", cudaGetErrorString(status), static_cast<int>(status));
  return "";
}

int gpu_count_or_none() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  static_cast<void>(cudaGetLastError());
  return status == cudaSuccess ? count : 0;
}

std::string details(Arithmetic arithmetic) {
  const int gpus = gpu_count_or_none();
  if (gpus == 0) return "";
  int driver = 0;
  must(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  int runtime = 0;
  must(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const std::size_t cudnn = cudnnGetVersion();
  std::string text =
      fmt::format("CUDA {}, driver {}, cuDNN {}.{}.{}, cuBLAS {}.{}, {}; ", version_text(runtime), version_text(driver),
                  cudnn / 10000, cudnn / 100 % 100, cudnn % 100, CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, nccl_text());
  for (int gpu = 0; gpu < gpus; ++gpu) text += fmt::format("{}GPU {}", gpu == 0 ? "" : ", ", gpu_text(gpu));
  if (gpus > 1) text += "; copies between GPUs: " + ways_text(gpus);
  return text + "; " + products_text(arithmetic);
}

}  // namespace ringside::cuda
