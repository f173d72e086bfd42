// A number that only grows, set by one thread, and threads that wait until it has come to a value.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>

namespace ringside {

// Values wrap around: they are compared by their distance, which must stay below 2^31.
class Counter {
 public:
  std::uint32_t value() const { return value_.load(std::memory_order_acquire); }
  bool has_reached(std::uint32_t target) const { return static_cast<std::int32_t>(value() - target) >= 0; }

  // What the setting thread wrote before is seen by whoever finds the value reached.
  void set(std::uint32_t value);

  // Blocks until the value is reached, but no longer than the timeout. True if it is reached.
  bool await(std::uint32_t target, std::optional<double> timeout_s = std::nullopt);

 private:
  bool sleep_until_reached(std::uint32_t target, std::optional<double> timeout_s);

  alignas(64) std::atomic<std::uint32_t> value_{0};  // a line of its own: others poll it
  std::atomic<int> sleepers_{0};
};

}  // namespace ringside
