// The loops, and their versions. Picked by hand: the compiler's own way (target_clones) resolves before a sanitizer's
// runtime is up, and crashes.
#include "core/backend/cpu_vector.h"

#include <vector>

#include "core/backend/simd.h"

// A fused multiply-add rounds once instead of twice: the versions would differ, and so would two machines.
#if defined(__clang__)
#pragma clang fp contract(off)
#else
#pragma GCC optimize("fp-contract=off")
#endif

namespace ringside {

namespace {

RINGSIDE_INLINE void add_loop(float* __restrict into, const float* __restrict source, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) into[i] += source[i];
}

// The pointers that must not overlap are restrict; `weights` is either `updated` itself or apart from it.
template <bool in_place, bool has_velocity>
RINGSIDE_INLINE void sgd_loop(const SgdArgs& args) {
  const float* __restrict gradient = args.gradient;
  float* __restrict updated = args.updated;
  float* __restrict velocity = args.velocity;
  const float* weights = in_place ? updated : args.weights;
  const float rate = args.rate;
  const float decay = args.decay;
  const float momentum = args.momentum;
  for (std::int64_t i = 0; i < args.count; ++i) {
    float step = rate * (gradient[i] + decay * weights[i]);
    if constexpr (has_velocity) {
      step = momentum * velocity[i] + step;
      velocity[i] = step;
    }
    updated[i] = weights[i] - step;
  }
}

RINGSIDE_INLINE void sgd_any(const SgdArgs& args) {
  const bool in_place = args.updated == args.weights;
  if (args.velocity == nullptr) {
    if (in_place) {
      sgd_loop<true, false>(args);
    } else {
      sgd_loop<false, false>(args);
    }
  } else {
    if (in_place) {
      sgd_loop<true, true>(args);
    } else {
      sgd_loop<false, true>(args);
    }
  }
}

void add_baseline(float* into, const float* source, std::int64_t count) {
  add_loop(into, source, count);
}
void sgd_baseline(const SgdArgs& args) {
  sgd_any(args);
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) void add_avx2(float* into, const float* source, std::int64_t count) {
  add_loop(into, source, count);
}
__attribute__((target("avx2"))) void sgd_avx2(const SgdArgs& args) {
  sgd_any(args);
}

__attribute__((target("avx512f"))) void add_avx512(float* into, const float* source, std::int64_t count) {
  add_loop(into, source, count);
}
__attribute__((target("avx512f"))) void sgd_avx512(const SgdArgs& args) {
  sgd_any(args);
}

#endif

CpuVector version([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level == SimdLevel::avx512) return {"avx512f", add_avx512, sgd_avx512};
  if (level == SimdLevel::avx2) return {"avx2", add_avx2, sgd_avx2};
#endif
  return {"baseline", add_baseline, sgd_baseline};
}

std::vector<CpuVector> runnable() {
  std::vector<CpuVector> found;
  for (const SimdLevel level : simd_levels()) found.push_back(version(level));
  return found;
}

}  // namespace

std::span<const CpuVector> cpu_vectors() {
  static const std::vector<CpuVector> found = runnable();
  return found;
}

const CpuVector& cpu_vector() {
  return cpu_vectors()[static_cast<std::size_t>(simd_level())];
}

}  // namespace ringside
