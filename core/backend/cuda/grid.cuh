// One thread a value: every kernel is a loop over what it writes, cut into threads; none waits for another.
// Included after the definition of In and Out: by the launches for a GPU, by the tests for a CPU.
#pragma once
#include <cstdint>

namespace ringside::cuda {

// f(value), of `count`
template <class F>
__device__ void for_each_value(std::int64_t count, F f) {
  const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += threads) f(i);
}

}  // namespace ringside::cuda
