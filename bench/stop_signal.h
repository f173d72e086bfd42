// Ctrl-C and a polite kill: the run finishes the steps it has begun, writes its records and ends. A second one ends it at once.
#pragma once
#include <atomic>

namespace ringside {

// Listens for SIGINT and SIGTERM while it lives. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  const std::atomic<bool>& flag() const;
};

}  // namespace ringside
