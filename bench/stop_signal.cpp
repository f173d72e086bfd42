// Signals set a flag. It is the one global of the suite: a signal handler is given no object.
#include "bench/stop_signal.h"

#include <csignal>

namespace ringside {
namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // or a handler may not touch it

void handle(int signal, void (*handler)(int), unsigned flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigaction(signal, &action, nullptr);
}

}  // namespace

StopSignal::StopSignal() {
  stop = false;
  for (const int signal : {SIGINT, SIGTERM})
    handle(
        signal, [](int) { stop = true; }, SA_RESETHAND | SA_RESTART);
}

StopSignal::~StopSignal() {
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, SIG_DFL, 0);
}

const std::atomic<bool>& StopSignal::flag() const {
  return stop;
}

}  // namespace ringside
