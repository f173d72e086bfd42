// Sums and updates of whole vectors, written once and compiled for each instruction set a CPU may have.
#pragma once
#include <span>
#include <string_view>

#include "core/backend/kernels.h"

namespace ringside {

// One instruction set's version. All versions give the same bits.
struct CpuVector {
  std::string_view instruction_set;
  void (*add)(float* into, const float* source, std::int64_t count);
  void (*sgd)(const SgdArgs& args);
};

// The versions this machine can run, in the order of SimdLevel.
std::span<const CpuVector> cpu_vectors();

// That of simd_level().
const CpuVector& cpu_vector();

}  // namespace ringside
