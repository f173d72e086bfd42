// Memory that the kernels of a stream use one after another.
#pragma once
#include <cstdint>

#include "core/backend/memory.h"

namespace ringside::native {

class Scratch {
 public:
  // At preparation. What `data` returned before is no longer valid.
  void reserve(std::int64_t floats) {
    if (floats <= floats_) return;
    memory_ = nullptr;  // first, so that the old block can be part of the new one
    memory_ = allocate_memory(floats, "native scratch");
    floats_ = floats;
  }
  float* data() const { return memory_.get(); }

 private:
  DeviceMemory memory_;
  std::int64_t floats_ = 0;
};

}  // namespace ringside::native
