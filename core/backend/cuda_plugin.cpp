// dlopen, and the words for what it says.
#include "core/backend/cuda_plugin.h"

#include <dlfcn.h>

#include "core/base/error.h"

namespace ringside {

namespace {

constexpr const char* library = "libringside_cuda.so";

struct Loaded {
  CudaPlugin* plugin = nullptr;
  std::string missing;  // why there is none
};

// "libcudnn.so.9: cannot open shared object file: No such file or directory" names what is missing; if that is our own
// library, the program was built without it.
std::string reason(const std::string& error) {
  if (error.starts_with(library) && error.find("cannot open") != std::string::npos)
    return "this build has no CUDA backend: the CUDA toolkit, cuDNN or NCCL was not there when it was built";
  return error;
}

Loaded load() {
  // Never unloaded: its kernels are registered with the CUDA runtime to the end of the process.
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return {nullptr, reason(dlerror())};
  auto* plugin = reinterpret_cast<CudaPlugin*>(dlsym(handle, "ringside_cuda_plugin"));
  if (plugin == nullptr) return {nullptr, dlerror()};
  return {plugin, {}};
}

const Loaded& loaded() {
  static const Loaded once = load();
  return once;
}

// Null if there is no library.
template <CudaRow row>
const CudaFunctions* functions() {
  CudaPlugin* plugin = loaded().plugin;
  return plugin == nullptr ? nullptr : plugin(row);
}

template <CudaRow row>
const CudaFunctions& needed() {
  const CudaFunctions* found = functions<row>();
  check(found != nullptr, "CUDA: {}", loaded().missing);
  return *found;
}

template <CudaRow row>
Backend make_row(std::string_view name, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .details =
              [] {
                const CudaFunctions* found = functions<row>();
                return found == nullptr ? std::string() : found->details();
              },
          .make_kernels = [] { return needed<row>().make_kernels(); },
          .make_device = [](int index, bool pinned) { return needed<row>().make_device(index, pinned); },
          .physical_devices =
              [] {
                const CudaFunctions* found = functions<row>();
                return found == nullptr ? 0 : found->physical_devices();
              },
          .has_collective =
              [](int devices) {
                const CudaFunctions* found = functions<row>();
                return found != nullptr && found->has_collective(devices);
              },
          .make_collective = [](int devices) { return needed<row>().make_collective(devices); },
          .missing =
              [] {
                const CudaFunctions* found = functions<row>();
                return found == nullptr ? loaded().missing : found->missing();
              }};
}

}  // namespace

Backend cuda_backend(CudaRow row) {
  switch (row) {
    case CudaRow::graphs:
      return make_row<CudaRow::graphs>("cuda_graphs",
                                       "cuda with one launch for what lies between two waits (CUDA graphs)");
    case CudaRow::deterministic:
      return make_row<CudaRow::deterministic>("cuda_deterministic", "cuda with algorithms that repeat every bit");
    case CudaRow::tf32:
      return make_row<CudaRow::tf32>("cuda_tf32", "cuda with products in TF32 where the GPU has it");
    case CudaRow::fp32:
      break;
  }
  return make_row<CudaRow::fp32>("cuda", "NVIDIA GPUs, by cuDNN and cuBLAS, all in fp32");
}

}  // namespace ringside
