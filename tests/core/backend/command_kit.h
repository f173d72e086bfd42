// Commands and devices for tests of streams.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "core/backend/cpu_kernels.h"
#include "core/backend/thread_device.h"

namespace ringside::test {

class Call : public Command {
 public:
  explicit Call(std::function<void(std::int64_t step)> function) : function_(std::move(function)) {}
  void execute(Kernels&, std::int64_t step) const override { function_(step); }

 private:
  std::function<void(std::int64_t)> function_;
};

// Kernels without layers.
class PlainKernels : public CpuKernels {
 public:
  std::unique_ptr<LayerKernel> layer(const LayerCall&) override { return nullptr; }
};

inline std::unique_ptr<Kernels> make_plain_kernels() {
  return std::make_unique<PlainKernels>();
}

inline std::unique_ptr<Device> make_device(int index = 0, bool pinned = false) {
  return make_thread_device("cpu " + std::to_string(index), index, pinned, make_plain_kernels);
}

// Shut until it is opened.
class Gate {
 public:
  void open() { open_.store(true); }
  void pass() const {
    while (!open_.load()) std::this_thread::yield();
  }

 private:
  std::atomic<bool> open_{false};
};

}  // namespace ringside::test
