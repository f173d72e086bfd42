// The one clock of tasks: of every backend's devices, and of choices between kernels.
#pragma once
#include <chrono>

namespace ringside {

// Seconds, by std::chrono::steady_clock.
inline double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ringside
