// An event of which the host's time is known, and what has passed since.
#include "core/backend/cuda/clock.h"

#include "core/backend/cuda/call.h"
#include "core/backend/now.h"

namespace ringside::cuda {

Clock::Clock(int physical_device) : device_(physical_device) {
  must(cudaSetDevice(device_), "cudaSetDevice");
  stream_ = make_stream_handle();
  base_ = make_event_handle(true);
  set();
}

void Clock::begin_timing() {
  constexpr double stale_s = 1;
  if (timed_++ == 0 && now_s() - base_s_ > stale_s) set();
}

double Clock::seconds(cudaEvent_t event) const {
  float milliseconds = 0;
  must(cudaEventElapsedTime(&milliseconds, base_.get(), event), "cudaEventElapsedTime");
  return base_s_ + 1e-3 * double{milliseconds};
}

void Clock::set() {
  must(cudaEventRecord(base_.get(), stream_.get()), "cudaEventRecord");
  must(cudaEventSynchronize(base_.get()), "cudaEventSynchronize");
  base_s_ = now_s();
}

}  // namespace ringside::cuda
