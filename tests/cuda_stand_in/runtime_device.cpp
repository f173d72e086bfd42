// The stand-in for libcudart: devices and errors.
#include <cstring>

#include "tests/cuda_stand_in/runtime.h"

namespace stand_in {

namespace {

thread_local int chosen_device = 0;
thread_local cudaError_t last_error = cudaSuccess;

// Runs when the library is taken down, after everything that uses it.
__attribute__((destructor)) void take_down() {
  const Machine& all = machine();
  const std::string memory = all.memory.leaks();
  if (!memory.empty()) violation("never freed: {}", memory);
  if (!all.streams.empty()) violation("never destroyed: {} streams", all.streams.size());
  if (!all.events.empty()) violation("never destroyed: {} events", all.events.size());
  if (!all.graphs.empty()) violation("never destroyed: {} graphs", all.graphs.size());
  if (!all.executables.empty()) violation("never destroyed: {} executable graphs", all.executables.size());
  if (!all.library_handles.empty())
    violation("never destroyed: {} handles and descriptors of cuDNN, cuBLAS and NCCL", all.library_handles.size());
  end_of_process();
}

cudaError_t trouble_with_driver() {
  const std::string& trouble = machine().trouble_with_driver;
  if (trouble == "no_device") return cudaErrorNoDevice;
  return trouble.empty() ? cudaSuccess : cudaErrorInsufficientDriver;
}

}  // namespace

int current_device() {
  return chosen_device;
}

cudaError_t said(cudaError_t status) {
  if (status != cudaSuccess) last_error = status;
  return status;
}

}  // namespace stand_in

using namespace stand_in;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  STAND_IN_CALL(cudaGetDeviceCount);
  if (const cudaError_t trouble = trouble_with_driver(); trouble != cudaSuccess) return said(trouble);
  *count = machine().devices;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  STAND_IN_CALL(cudaSetDevice);
  if (device < 0 || device >= machine().devices) return said(cudaErrorInvalidDevice);
  chosen_device = device;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  STAND_IN_CALL(cudaGetDevice);
  *device = chosen_device;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  STAND_IN_CALL(cudaDriverGetVersion);
  const std::string& trouble = machine().trouble_with_driver;
  *version = trouble == "no_driver" ? 0 : trouble == "old_driver" ? 12040 : CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  STAND_IN_CALL(cudaRuntimeGetVersion);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  STAND_IN_CALL(cudaGetDeviceProperties);
  if (device < 0 || device >= machine().devices) return said(cudaErrorInvalidDevice);
  *properties = {};
  std::strcpy(properties->name, "CUDA stand-in, no GPU");
  properties->totalGlobalMem = machine().bytes_of_device;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  STAND_IN_CALL(cudaDeviceCanAccessPeer);
  *can = machine().peers && device != peer ? 1 : 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  STAND_IN_CALL(cudaDeviceEnablePeerAccess);
  if (!machine().peers || peer == chosen_device) return said(cudaErrorPeerAccessUnsupported);
  const std::lock_guard lock(machine().memory_mutex);
  if (machine().memory.is_open(chosen_device, peer)) return said(cudaErrorPeerAccessAlreadyEnabled);
  machine().memory.open_way(chosen_device, peer);
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  STAND_IN_CALL(cudaDeviceSynchronize);
  not_while_recording("cudaDeviceSynchronize");
  machine().finish_device(chosen_device);
  return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t status) {
  switch (status) {
    case cudaSuccess:
      return "no error";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInsufficientDriver:
      return "driver version is insufficient";
    case cudaErrorNoDevice:
      return "no device is detected";
    case cudaErrorNotReady:
      return "not ready";
    default:
      return "an error that the stand-in was asked for";
  }
}

cudaError_t cudaGetLastError() {
  const cudaError_t last = std::exchange(last_error, cudaSuccess);
  return next_call("cudaGetLastError") == Trouble::fail ? cudaErrorUnknown : last;
}

}  // extern "C"
