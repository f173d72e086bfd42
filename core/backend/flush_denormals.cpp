// Sets "flush to zero" (results) and "denormals are zero" (operands) in the thread's control register.
#include "core/backend/flush_denormals.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ringside {

#if defined(__x86_64__)

FlushDenormals::FlushDenormals() : saved_(_mm_getcsr()) {
  constexpr unsigned flush_to_zero = 1U << 15;
  constexpr unsigned denormals_are_zero = 1U << 6;
  _mm_setcsr(saved_ | flush_to_zero | denormals_are_zero);
}

FlushDenormals::~FlushDenormals() {
  _mm_setcsr(saved_);
}

#else

FlushDenormals::FlushDenormals() = default;
FlushDenormals::~FlushDenormals() = default;

#endif

}  // namespace ringside
