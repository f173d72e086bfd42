// A backend whose arithmetic remembers the order of every operation: values are whole numbers below 65,521, and no two
// operations commute. It takes its time, at random.
#pragma once
#include <chrono>
#include <cstdint>
#include <thread>

#include "core/backend/registry.h"
#include "core/backend/thread_device.h"

namespace ringside {

inline float mix(float a, float b) {
  constexpr std::int64_t prime = 65521;
  return static_cast<float>((31 * static_cast<std::int64_t>(a) + 17 * static_cast<std::int64_t>(b) + 1) % prime);
}

class MixingKernels final : public Kernels {
 public:
  std::unique_ptr<LayerKernel> layer(const LayerCall&) override { return nullptr; }

  void copy(float* to, const float* from, std::int64_t count) override {
    dawdle();
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i];
  }
  void arrange(const ArrangeArgs& args) override { copy(args.to, args.from, args.samples * args.shape.count()); }
  void copy_channels(const CopyChannelsArgs&) override {}
  void add(float* into, const float* source, std::int64_t count) override {
    dawdle();
    for (std::int64_t i = 0; i < count; ++i) into[i] = mix(into[i], source[i]);
  }
  void sgd(const SgdArgs& args) override {
    dawdle();
    for (std::int64_t i = 0; i < args.count; ++i) {
      const float velocity = args.velocity == nullptr ? 0 : args.velocity[i];
      const float step = mix(mix(velocity, args.gradient[i]), args.weights[i]);
      if (args.velocity != nullptr) args.velocity[i] = step;
      args.updated[i] = mix(args.weights[i], step);
    }
  }

 private:
  void dawdle() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    if (state_ >> 63 == 0) return;
    std::this_thread::sleep_for(std::chrono::microseconds((state_ >> 40) % 100));
  }
  std::uint64_t state_ = reinterpret_cast<std::uintptr_t>(this);
};

inline std::unique_ptr<Kernels> make_mixing_kernels() {
  return std::make_unique<MixingKernels>();
}

inline Backend mixing_backend() {
  return {.name = "mixing",
          .summary = "",
          .details = nullptr,
          .make_kernels = make_mixing_kernels,
          .make_device = [](int index,
                            bool pinned) { return make_thread_device("mixing", index, pinned, make_mixing_kernels); },
          .physical_devices = nullptr};
}

}  // namespace ringside
