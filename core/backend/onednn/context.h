// What the kernels of one stream share: oneDNN's engine and stream, and memory for what lives no longer than a call.
#pragma once
#include <dnnl.hpp>

#include "core/backend/device.h"

namespace ringside::onednn {

// oneDNN's loops run on the calling thread alone: a device is one core. The number is OpenMP's and belongs to the thread;
// it must be 1 both where a primitive is made, which plans for so many threads, and where it is executed.
void use_one_thread();

// Memory that the calls of a stream use one after another.
class Scratch {
 public:
  // At preparation. What `data` returned before is no longer valid.
  void reserve(std::size_t bytes);
  float* data() const { return memory_.get(); }

 private:
  DeviceMemory memory_;
  std::size_t bytes_ = 0;
};

class Context {
 public:
  Context();

  const dnnl::engine engine;
  const dnnl::stream stream;
  Scratch scratchpad;        // what a primitive asks for
  Scratch arranged_weights;  // weights, or their gradient, in the order a primitive wants
};

// Attributes of every primitive: its scratchpad is ours, so that it allocates none when executed.
dnnl::primitive_attr attributes();

}  // namespace ringside::onednn
