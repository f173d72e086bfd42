// Engine, stream and scratch memory of oneDNN kernels.
#include "core/backend/onednn/context.h"

#include "core/backend/memory.h"

// OpenMP's own header is not for every compiler that can call it.
extern "C" void omp_set_num_threads(int count);

namespace ringside::onednn {

void use_one_thread() {
  omp_set_num_threads(1);
}

void Scratch::reserve(std::size_t bytes) {
  if (bytes <= bytes_) return;
  memory_ = nullptr;  // first, so that the old block can be part of the new one
  memory_ = allocate_memory(static_cast<std::int64_t>((bytes + sizeof(float) - 1) / sizeof(float)), "onednn scratch");
  bytes_ = bytes;
}

Context::Context() : engine(dnnl::engine::kind::cpu, 0), stream(engine) {}

dnnl::primitive_attr attributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

}  // namespace ringside::onednn
