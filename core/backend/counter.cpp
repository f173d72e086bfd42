// Spins a moment, then sleeps in the kernel: Linux's futex itself, since std::atomic waits without a timeout.
#include "core/backend/counter.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ringside {

namespace {

// About what waking a sleeping core takes.
constexpr std::chrono::microseconds spin_time{50};

void pause() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

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
  if (has_reached(target)) return true;
  const auto until = std::chrono::steady_clock::now() + spin_time;
  do {
    pause();
    if (has_reached(target)) return true;
    // The thread that is waited for may stand behind this one on the same core.
    sched_yield();
    if (has_reached(target)) return true;
  } while (std::chrono::steady_clock::now() < until);
  return sleep_until_reached(target, timeout_s);
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
