// Sleeps in the kernel at once: Linux's futex itself, since std::atomic waits without a timeout. A thread that spun and gave way
// to the other lane of its core (sched_yield) would get the core back at the scheduler's next tick, 4 ms later, however early
// what it waits for has come; one that sleeps takes the core when it is woken.
#include "core/backend/counter.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace ringside {

namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

// Sleeps while the word has this value, until woken, until the moment (of the monotonic clock), or for no reason at all.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value, const timespec* until) {
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, value, until, nullptr, FUTEX_BITSET_MATCH_ANY);
}

void futex_wake_all(const std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

timespec to_timespec(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

}  // namespace

void Counter::set(std::uint32_t value) {
  // In one order with await's: either this thread sees the sleeper, or the sleeper sees the value.
  value_.store(value, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) > 0) futex_wake_all(value_);
}

bool Counter::await(std::uint32_t target, std::optional<double> timeout_s) {
  return has_reached(target) || sleep_until_reached(target, timeout_s);
}

bool Counter::sleep_until_reached(std::uint32_t target, std::optional<double> timeout_s) {
  constexpr double most_s = 1e9;  // a timespec holds it
  const double until_s = now_s() + std::min(timeout_s.value_or(0), most_s);
  const timespec until = to_timespec(until_s);
  bool reached = false;
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  while (true) {
    const std::uint32_t seen = value_.load(std::memory_order_seq_cst);
    reached = static_cast<std::int32_t>(seen - target) >= 0;
    if (reached || (timeout_s && now_s() >= until_s)) break;
    futex_wait(value_, seen, timeout_s ? &until : nullptr);
  }
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
  return reached;
}

}  // namespace ringside
