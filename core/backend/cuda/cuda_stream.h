// A stream of a GPU: commands are executed at once by the issuing thread, which puts their kernels into the CUDA stream. What
// goes wrong then is thrown at once.
#pragma once
#include "core/backend/cuda/cuda_kernels.h"
#include "core/backend/cuda/timings.h"
#include "core/backend/device.h"

namespace ringside::cuda {

class CudaStream;

class CudaEvent final : public Event {
 public:
  CudaEvent() : handle_(make_event_handle(false)) {}
  cudaEvent_t get() const { return handle_.get(); }

  // Set by the stream that records it: with the event, so many of its runs have ended.
  CudaStream* stream = nullptr;
  std::int64_t runs = 0;

 private:
  EventHandle handle_;
};

class CudaStream : public Stream {
 public:
  // Keeps a reference to the clock.
  CudaStream(int physical_device, Clock& clock, Arithmetic arithmetic);
  ~CudaStream() override;  // waits for what was issued
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  void run(const Command& command, std::int64_t step, Interval& when) override;
  void record(Event& event) override;
  void wait(Event& event) override;
  void drain() override;
  Kernels& kernels() override { return kernels_; }

  // `run` in parts, for work that several streams begin together: all of it is issued between the two.
  virtual void begin_run(Interval& when);
  void end_run();

  // Makes the stream's GPU the calling thread's.
  void select_device() const;
  cudaStream_t get() const { return stream_.get(); }

  // Fills in when the first so many runs began and ended. Requires: they have.
  void collect(std::int64_t runs) { timings_.collect(runs); }

 private:
  int device_;
  StreamHandle stream_;
  Timings::Events running_;  // of the run that has begun

 protected:
  void finish() noexcept;  // waits for what was issued; for destructors

  CudaKernels kernels_;
  Timings timings_;
};

}  // namespace ringside::cuda
