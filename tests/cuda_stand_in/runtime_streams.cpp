// The stand-in for libcudart: streams and events.
#include "tests/cuda_stand_in/runtime.h"

using namespace stand_in;

namespace {

void must_be_current(int device, std::string_view function) {
  if (device != current_device())
    violation("{}: the stream or event is of device {}, the current device is {}", function, device, current_device());
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  STAND_IN_CALL(cudaStreamCreateWithFlags);
  if (flags != cudaStreamNonBlocking)
    violation("cudaStreamCreateWithFlags: the stand-in knows cudaStreamNonBlocking alone");
  Stream* stream = machine().make_stream(current_device());
  const std::lock_guard lock(machine().host_mutex);
  machine().streams.insert(stream);
  *handle = reinterpret_cast<cudaStream_t>(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  not_while_recording("cudaStreamDestroy");
  Stream& stream = machine().stream_of(handle, "cudaStreamDestroy");
  {
    const std::lock_guard lock(machine().host_mutex);
    machine().streams.erase(&stream);
  }
  delete &stream;
  STAND_IN_CALL(cudaStreamDestroy);  // an error that comes too late to matter
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  STAND_IN_CALL(cudaStreamSynchronize);
  not_while_recording("cudaStreamSynchronize");
  machine().stream_of(handle, "cudaStreamSynchronize").finish();
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t awaited, unsigned) {
  STAND_IN_CALL(cudaStreamWaitEvent);
  Stream& stream = machine().stream_of(handle, "cudaStreamWaitEvent");
  const Event& event = machine().event_of(awaited, "cudaStreamWaitEvent");
  if (stream.recorded != nullptr) violation("cudaStreamWaitEvent: a recorded stream waits for an event of outside");
  if (event.last) stream.put_wait(event.last);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
  STAND_IN_CALL(cudaEventCreateWithFlags);
  auto* event = new Event(current_device(), (flags & cudaEventDisableTiming) == 0);
  const std::lock_guard lock(machine().host_mutex);
  machine().events.insert(event);
  *handle = reinterpret_cast<cudaEvent_t>(event);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  Event& event = machine().event_of(handle, "cudaEventDestroy");
  const std::lock_guard lock(machine().host_mutex);
  machine().events.erase(&event);
  delete &event;
  STAND_IN_CALL(cudaEventDestroy);  // an error that comes too late to matter
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t into) {
  STAND_IN_CALL(cudaEventRecord);
  Stream& stream = machine().stream_of(into, "cudaEventRecord");
  Event& event = machine().event_of(handle, "cudaEventRecord");
  if (stream.device() != event.device)
    violation("cudaEventRecord: an event of device {} in a stream of device {}", event.device, stream.device());
  must_be_current(stream.device(), "cudaEventRecord");
  if (stream.recorded != nullptr) violation("cudaEventRecord: in a recorded stream; the stand-in knows no forks");
  event.last = std::make_shared<Happening>();
  stream.put_record(event.last);
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  STAND_IN_CALL(cudaEventQuery);
  not_while_recording("cudaEventQuery");
  const Event& event = machine().event_of(handle, "cudaEventQuery");
  if (!event.last) return cudaSuccess;
  std::unique_lock lock(event.last->mutex);
  if (!event.last->over) return said(cudaErrorNotReady);
  machine().host_learns(event.last->clock);
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  STAND_IN_CALL(cudaEventSynchronize);
  not_while_recording("cudaEventSynchronize");
  const Event& event = machine().event_of(handle, "cudaEventSynchronize");
  if (!event.last) return cudaSuccess;
  event.last->await();
  machine().host_learns(event.last->clock);
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  STAND_IN_CALL(cudaEventElapsedTime);
  const Event& begin = machine().event_of(from, "cudaEventElapsedTime");
  const Event& end = machine().event_of(to, "cudaEventElapsedTime");
  for (const Event* event : {&begin, &end}) {
    if (!event->timed) violation("cudaEventElapsedTime: an event made without timing");
    if (!event->last) return said(cudaErrorInvalidResourceHandle);
    const std::lock_guard lock(event->last->mutex);
    if (!event->last->over) return said(cudaErrorNotReady);
  }
  if (begin.device != end.device)
    violation("cudaEventElapsedTime: events of devices {} and {}", begin.device, end.device);
  *milliseconds = std::chrono::duration<float, std::milli>(end.last->when - begin.last->when).count();
  return cudaSuccess;
}

}  // extern "C"
