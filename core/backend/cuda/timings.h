// When the runs of a stream began and ended: timed events, read when somebody has waited for the stream.
#pragma once
#include <vector>

#include "core/backend/cuda/clock.h"
#include "core/backend/device.h"

namespace ringside::cuda {

class Timings {
 public:
  // Keeps a reference.
  explicit Timings(Clock& clock);
  ~Timings();
  Timings(const Timings&) = delete;
  Timings& operator=(const Timings&) = delete;

  struct Events {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
  };

  // One more run, which will record these events of ours.
  Events add(Interval& when);
  // One more run, which will record these events of somebody else's, and none of an earlier run that is not collected yet.
  void add(Interval& when, Events events);

  std::int64_t issued() const { return issued_; }
  std::int64_t collected() const { return collected_; }

  // Fills in when the first so many runs began and ended. Requires: they have.
  void collect(std::int64_t runs);

 private:
  struct Timing {
    EventHandle begin, end;  // ours, made when first needed
    Events events;           // that were recorded
    Interval* when = nullptr;
  };
  Timing& next(Interval& when);
  Timing& timing_of(std::int64_t run) { return ring_[static_cast<std::size_t>(run) % ring_.size()]; }

  Clock& clock_;
  std::vector<Timing> ring_;
  std::int64_t issued_ = 0;  // runs
  std::int64_t collected_ = 0;
};

}  // namespace ringside::cuda
