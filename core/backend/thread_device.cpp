// One core's worth of threads, or as many cores as the system gives.
#include "core/backend/thread_device.h"

#include <future>
#include <optional>
#include <utility>

#include "core/backend/cores.h"
#include "core/backend/memory.h"
#include "core/backend/thread_stream.h"

namespace ringside {

namespace {

class ThreadDevice : public Device {
 public:
  ThreadDevice(std::string name, std::optional<int> core, MakeKernels make_kernels)
      : name_(std::move(name)), core_(core), make_kernels_(make_kernels) {}

  std::string name() const override { return name_; }

  // Touched first by the device's own core: memory is placed next to whoever touches it.
  DeviceMemory allocate(std::int64_t floats) override {
    const auto allocate_here = [&] {
      if (core_) pin_this_thread(*core_);
      return allocate_memory(floats, name_);
    };
    return std::async(std::launch::async, allocate_here).get();
  }

  DeviceMemory allocate_on_host(std::int64_t floats) override { return allocate_memory(floats, "host"); }

  std::unique_ptr<Stream> make_stream() override { return std::make_unique<ThreadStream>(core_, make_kernels_); }
  std::unique_ptr<Event> make_event() override { return std::make_unique<ThreadEvent>(); }

  bool await(Event& event, double timeout_s) override {
    auto& counted = static_cast<ThreadEvent&>(event);
    return counted.await(counted.issued(), timeout_s);
  }

 private:
  std::string name_;
  std::optional<int> core_;
  MakeKernels make_kernels_;
};

std::optional<int> core_of(int index, bool pinned) {
  if (!pinned) return std::nullopt;
  const auto cores = allowed_cores();
  return cores[static_cast<std::size_t>(index) % cores.size()];
}

}  // namespace

std::unique_ptr<Device> make_thread_device(std::string name, int index, bool pinned, MakeKernels make_kernels) {
  return std::make_unique<ThreadDevice>(std::move(name), core_of(index, pinned), make_kernels);
}

}  // namespace ringside
