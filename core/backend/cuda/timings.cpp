// A ring of pairs of events.
#include "core/backend/cuda/timings.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

namespace {

// More runs under way than a step of the largest shipped case has tasks in a lane: then the issuing thread never waits here.
constexpr std::size_t most_under_way = 4096;

}  // namespace

Timings::Timings(Clock& clock) : clock_(clock), ring_(most_under_way) {}

Timings::~Timings() {
  for (; collected_ < issued_; ++collected_) clock_.end_timing();
}

Timings::Timing& Timings::next(Interval& when) {
  Timing& timing = timing_of(issued_);
  if (issued_ - collected_ == std::ssize(ring_)) {
    must(cudaEventSynchronize(timing.events.end), "cudaEventSynchronize");
    collect(collected_ + 1);
  }
  clock_.begin_timing();
  timing.when = &when;
  ++issued_;
  return timing;
}

Timings::Events Timings::add(Interval& when) {
  Timing& timing = timing_of(issued_);
  if (timing.end.get() == nullptr) {  // in the first steps; before the run counts, for this may fail
    timing.begin = make_event_handle(true);
    timing.end = make_event_handle(true);
  }
  next(when).events = {timing.begin.get(), timing.end.get()};
  return timing.events;
}

void Timings::add(Interval& when, Events events) {
  next(when).events = events;
}

void Timings::collect(std::int64_t runs) {
  for (; collected_ < runs; ++collected_) {
    const Timing& timing = timing_of(collected_);
    *timing.when = {clock_.seconds(timing.events.begin), clock_.seconds(timing.events.end)};
    clock_.end_timing();
  }
}

}  // namespace ringside::cuda
