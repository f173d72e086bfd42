// A GPU's events on the clock that all devices share: the host's.
#pragma once
#include "core/backend/cuda/handle.h"

namespace ringside::cuda {

class Clock {
 public:
  explicit Clock(int physical_device);

  // One more piece of work will be timed. The clock is set anew if it was long ago and nothing that is timed is under way:
  // events tell milliseconds in a float, and two crystals drift apart.
  void begin_timing();
  void end_timing() { --timed_; }

  // When the event happened, as std::chrono::steady_clock tells it. Requires: it has, and was recorded after begin_timing.
  double seconds(cudaEvent_t event) const;

 private:
  void set();

  int device_;
  StreamHandle stream_;
  EventHandle base_;
  double base_s_ = 0;
  int timed_ = 0;
};

}  // namespace ringside::cuda
