// Making of streams and events.
#include "core/backend/cuda/handle.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

StreamHandle make_stream_handle() {
  cudaStream_t stream = nullptr;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return StreamHandle(stream);
}

EventHandle make_event_handle(bool timed) {
  cudaEvent_t event = nullptr;
  must(cudaEventCreateWithFlags(&event, timed ? cudaEventDefault : cudaEventDisableTiming), "cudaEventCreateWithFlags");
  return EventHandle(event);
}

}  // namespace ringside::cuda
