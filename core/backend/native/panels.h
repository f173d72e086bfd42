// How many output channels are computed at a time, and cutting a layer's into panels of about so many.
#pragma once
#include <type_traits>

#include "core/backend/simd.h"

namespace ringside::native {

// Sums that a register file holds beside what is multiplied: 24 of 32 registers with AVX-512, 12 of 16 else.
template <int lanes>
constexpr int most_sums = lanes == 16 ? 24 : 12;

constexpr int lanes_of(SimdLevel level) {
  return level == SimdLevel::avx512 ? 16 : level == SimdLevel::avx2 ? 8 : 4;
}

// `total` cut into as few panels of at most `most` as there can be, of sizes that differ by one at most: a short last panel
// would leave the CPU waiting for its few sums.
struct Panels {
  int total = 0;
  int most = 1;

  int count() const { return (total + most - 1) / most; }
  int first(int panel) const { return static_cast<int>(static_cast<long>(total) * panel / count()); }
  int size(int panel) const { return first(panel + 1) - first(panel); }
};

// f(std::integral_constant<int, n>) for an n from 1 to `most` that is known only at run time.
template <int most, class F>
RINGSIDE_INLINE void with_constant(int n, const F& f) {
  if constexpr (most > 1) {
    if (n < most) return with_constant<most - 1>(n, f);
  }
  f(std::integral_constant<int, most>());
}

}  // namespace ringside::native
