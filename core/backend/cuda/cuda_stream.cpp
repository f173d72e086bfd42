// Issues commands between two timed events.
#include "core/backend/cuda/cuda_stream.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

namespace {

StreamHandle make_stream_on(int device) {
  must(cudaSetDevice(device), "cudaSetDevice");
  return make_stream_handle();
}

}  // namespace

CudaStream::CudaStream(int physical_device, Clock& clock, Arithmetic arithmetic)
    : device_(physical_device),
      stream_(make_stream_on(physical_device)),
      kernels_(physical_device, stream_.get(), arithmetic),
      timings_(clock) {}

CudaStream::~CudaStream() {
  finish();
}

void CudaStream::finish() noexcept {
  static_cast<void>(cudaSetDevice(device_));
  static_cast<void>(cudaStreamSynchronize(stream_.get()));
}

void CudaStream::select_device() const {
  must(cudaSetDevice(device_), "cudaSetDevice");
}

void CudaStream::run(const Command& command, std::int64_t step, Interval& when) {
  CudaStream::begin_run(when);
  command.execute(kernels_, step);
  end_run();
}

void CudaStream::begin_run(Interval& when) {
  select_device();
  running_ = timings_.add(when);
  must(cudaEventRecord(running_.begin, stream_.get()), "cudaEventRecord");
}

void CudaStream::end_run() {
  select_device();
  must(cudaEventRecord(running_.end, stream_.get()), "cudaEventRecord");
}

void CudaStream::record(Event& event) {
  auto& recorded = static_cast<CudaEvent&>(event);
  select_device();
  must(cudaEventRecord(recorded.get(), stream_.get()), "cudaEventRecord");
  recorded.stream = this;
  recorded.runs = timings_.issued();
}

void CudaStream::wait(Event& event) {
  select_device();
  must(cudaStreamWaitEvent(stream_.get(), static_cast<CudaEvent&>(event).get(), 0), "cudaStreamWaitEvent");
}

void CudaStream::drain() {
  select_device();
  must(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  collect(timings_.issued());
}

}  // namespace ringside::cuda
