// flock, tried a few times.
#include "bench/file_lock.h"

#include <sys/file.h>

#include <chrono>
#include <thread>

namespace ringside {

bool lock_file(int file) {
  using namespace std::chrono_literals;
  for (auto left = 500ms; ::flock(file, LOCK_EX | LOCK_NB) != 0; left -= 50ms) {
    if (left <= 0ms) return false;
    std::this_thread::sleep_for(50ms);
  }
  return true;
}

}  // namespace ringside
