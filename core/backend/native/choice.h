// Which of two kernels of a layer is faster on this machine: found out once, when the first session wants to know.
#pragma once
#include <functional>
#include <memory>

#include "core/backend/kernels.h"
#include "core/backend/simd.h"

namespace ringside::native {

// Whether the first of the two is as fast as the second, forward and backward together, or slower by less than a tenth: where
// they are about equal, chance shall not decide. Both are made and timed on numbers of no meaning; a call like it, by shape
// and number of samples, gets the same answer for as long as the process lives, whatever it would measure then: sessions and
// what they are held to compute alike. Any thread.
bool prefers_first(const LayerCall& call, SimdLevel level,
                   const std::function<std::unique_ptr<LayerKernel>()>& make_first,
                   const std::function<std::unique_ptr<LayerKernel>()>& make_second);

}  // namespace ringside::native
