// The stand-in for libcudart: what the code that nvcc generates calls. These functions are documented nowhere; they are those of
// CUDA 13.
#include <cuda_runtime.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/cuda_stand_in/graph.h"
#include "tests/cuda_stand_in/runtime.h"
#include "tests/cuda_stand_in/twins.h"

using namespace stand_in;

namespace {

struct Configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};

thread_local std::vector<Configuration> configurations;

std::map<const void*, std::string>& kernel_names() {
  static auto* names = new std::map<const void*, std::string>;
  return *names;
}

}  // namespace

const std::string& stand_in::kernel_name(const void* host_function) {
  return kernel_names().at(host_function);
}

extern "C" {

void** __cudaRegisterFatBinary(void*) {
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) {
  return 0;
}

void __cudaRegisterFunction(void**, const char* host_function, char*, const char* name, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  kernel_names()[host_function] = name;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, CUstream_st* stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(host_function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** args, std::size_t,
                               cudaStream_t handle) {
  STAND_IN_CALL(__cudaLaunchKernel);
  Stream& stream = machine().stream_of(handle, "a launch");
  if (stream.device() != current_device())
    violation("a launch into a stream of device {}, the current device is {}", stream.device(), current_device());
  const std::string& name = kernel_name(kernel);
  Launch launch = bind_twin(name, args, grid.x, block.x);
  stream.put(name, std::move(launch.accesses), std::move(launch.run));
  if (stream.recorded != nullptr) stream.recorded->last()->kernel = name;
  return cudaSuccess;
}

}  // extern "C"
