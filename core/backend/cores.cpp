// Linux's CPU affinity.
#include "core/backend/cores.h"

#include <pthread.h>
#include <sched.h>

namespace ringside {

std::vector<int> allowed_cores() {
  std::vector<int> cores;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
  }
  if (cores.empty()) cores.push_back(0);  // more cores than the set has room for: nothing to be told apart
  return cores;
}

void pin_this_thread(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  // A container may forbid it. Then the thread runs unpinned, which changes the time and nothing else.
  static_cast<void>(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
}

}  // namespace ringside
