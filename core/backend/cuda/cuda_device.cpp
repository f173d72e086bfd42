// Opens the ways to the other GPUs; waits for events with a timeout, which CUDA has not.
#include "core/backend/cuda/cuda_device.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/cuda_stream.h"
#include "core/backend/cuda/memory.h"
#include "core/backend/cuda/recording_stream.h"

namespace ringside::cuda {

namespace {

using SteadyClock = std::chrono::steady_clock;

int gpu_count() {
  int count = 0;
  must(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  return count;
}

// Copies between this GPU and the others then go directly, where the machine allows it.
void open_ways_from(int device, int devices) {
  for (int other = 0; other < devices; ++other) {
    int reachable = 0;
    if (other != device) must(cudaDeviceCanAccessPeer(&reachable, device, other), "cudaDeviceCanAccessPeer");
    if (reachable == 0) continue;
    const cudaError_t status = cudaDeviceEnablePeerAccess(other, 0);
    if (status == cudaErrorPeerAccessAlreadyEnabled) {
      static_cast<void>(cudaGetLastError());
    } else {
      must(status, "cudaDeviceEnablePeerAccess");
    }
  }
}

class CudaDevice final : public Device {
 public:
  CudaDevice(int index, int gpus, Arithmetic arithmetic, Launches launches)
      : index_(index), device_(index % gpus), arithmetic_(arithmetic), launches_(launches), clock_(device_) {
    open_ways_from(device_, gpus);
  }

  std::string name() const override { return fmt::format("cuda {}", index_); }
  DeviceMemory allocate(std::int64_t floats) override {
    DeviceMemory memory = allocate_on_gpu(floats, device_);
    must(cudaMemset(memory.get(), 0, static_cast<std::size_t>(floats) * sizeof(float)), "cudaMemset");
    must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");  // our streams do not wait for the default one
    return memory;
  }
  DeviceMemory allocate_on_host(std::int64_t floats) override { return allocate_pinned(floats); }
  std::unique_ptr<Stream> make_stream() override {
    if (launches_ == Launches::recorded) return std::make_unique<RecordingStream>(device_, clock_, arithmetic_);
    return std::make_unique<CudaStream>(device_, clock_, arithmetic_);
  }

  std::unique_ptr<Event> make_event() override {
    must(cudaSetDevice(device_), "cudaSetDevice");
    return std::make_unique<CudaEvent>();
  }

  bool await(Event& event, double timeout_s) override {
    auto& awaited = static_cast<CudaEvent&>(event);
    must(cudaSetDevice(device_), "cudaSetDevice");
    const auto begun = SteadyClock::now();
    constexpr auto spin_time = std::chrono::microseconds(500);
    constexpr auto nap = std::chrono::microseconds(50);
    while (true) {
      const cudaError_t status = cudaEventQuery(awaited.get());
      if (status == cudaSuccess) break;
      if (status != cudaErrorNotReady) must(status, "cudaEventQuery");
      static_cast<void>(cudaGetLastError());  // "not ready" counts as one
      const auto waited = SteadyClock::now() - begun;
      if (waited >= std::chrono::duration<double>(timeout_s)) return false;
      if (waited < spin_time) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(nap);
      }
    }
    if (awaited.stream != nullptr) awaited.stream->collect(awaited.runs);
    return true;
  }

 private:
  int index_, device_;
  Arithmetic arithmetic_;
  Launches launches_;
  Clock clock_;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(int index, Arithmetic arithmetic, Launches launches) {
  return std::make_unique<CudaDevice>(index, gpu_count(), arithmetic, launches);
}

}  // namespace ringside::cuda
