// Issues commands between two timed events, and reads these when somebody has waited for the stream.
#include "core/backend/cuda/cuda_stream.h"

#include <algorithm>

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

namespace {

// More runs under way than a step of the largest shipped case has tasks in a lane: then the issuing thread never waits here.
constexpr std::size_t most_under_way = 4096;

StreamHandle make_stream_on(int device) {
  must(cudaSetDevice(device), "cudaSetDevice");
  return make_stream_handle();
}

}  // namespace

CudaStream::CudaStream(int physical_device, Clock& clock, Arithmetic arithmetic)
    : device_(physical_device),
      clock_(clock),
      stream_(make_stream_on(physical_device)),
      kernels_(physical_device, stream_.get(), arithmetic),
      timings_(most_under_way) {}

CudaStream::~CudaStream() {
  static_cast<void>(cudaSetDevice(device_));
  static_cast<void>(cudaStreamSynchronize(stream_.get()));
  for (; collected_ < issued_; ++collected_) clock_.end_timing();
}

CudaStream::Timing& CudaStream::next_timing() {
  Timing& timing = timing_of(issued_);
  if (issued_ - collected_ == std::ssize(timings_)) {
    must(cudaEventSynchronize(timing.end.get()), "cudaEventSynchronize");
    collect(collected_ + 1);
  }
  if (timing.begin.get() == nullptr) {  // in the first steps
    timing.begin = make_event_handle(true);
    timing.end = make_event_handle(true);
  }
  return timing;
}

void CudaStream::run(const Command& command, std::int64_t step, Interval& when) {
  begin_run(when);
  command.execute(kernels_, step);
  end_run();
}

void CudaStream::begin_run(Interval& when) {
  make_current();
  Timing& timing = next_timing();
  clock_.begin_timing();
  timing.when = &when;
  ++issued_;
  must(cudaEventRecord(timing.begin.get(), stream_.get()), "cudaEventRecord");
}

void CudaStream::end_run() {
  make_current();
  must(cudaEventRecord(timing_of(issued_ - 1).end.get(), stream_.get()), "cudaEventRecord");
}

void CudaStream::make_current() const {
  must(cudaSetDevice(device_), "cudaSetDevice");
}

void CudaStream::record(Event& event) {
  auto& recorded = static_cast<CudaEvent&>(event);
  must(cudaSetDevice(device_), "cudaSetDevice");
  must(cudaEventRecord(recorded.get(), stream_.get()), "cudaEventRecord");
  recorded.stream = this;
  recorded.runs = issued_;
}

void CudaStream::wait(Event& event) {
  must(cudaSetDevice(device_), "cudaSetDevice");
  must(cudaStreamWaitEvent(stream_.get(), static_cast<CudaEvent&>(event).get(), 0), "cudaStreamWaitEvent");
}

void CudaStream::drain() {
  must(cudaSetDevice(device_), "cudaSetDevice");
  must(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  collect(issued_);
}

void CudaStream::collect(std::int64_t runs) {
  for (; collected_ < runs; ++collected_) {
    const Timing& timing = timing_of(collected_);
    *timing.when = {clock_.seconds(timing.begin.get()), clock_.seconds(timing.end.get())};
    clock_.end_timing();
  }
}

}  // namespace ringside::cuda
