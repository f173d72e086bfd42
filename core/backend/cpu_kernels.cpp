// The CPU's copies, sums and updates.
#include "core/backend/cpu_kernels.h"

#include <cstring>

namespace ringside {

void CpuKernels::copy(float* to, const float* from, std::int64_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

void CpuKernels::arrange(const ArrangeArgs& args) {
  copy(args.to, args.from, args.samples * args.shape.count());
}

void CpuKernels::copy_channels(const CopyChannelsArgs& args) {
  const float* from = args.from + args.from_first;
  float* to = args.to + args.to_first;
  for (std::int64_t pixel = 0; pixel < args.samples * args.pixels; ++pixel) {
    std::memcpy(to, from, static_cast<std::size_t>(args.count) * sizeof(float));
    from += args.from_channels;
    to += args.to_channels;
  }
}

void CpuKernels::add(float* into, const float* source, std::int64_t count) {
  vector_.add(into, source, count);
}

void CpuKernels::sgd(const SgdArgs& args) {
  vector_.sgd(args);
}

}  // namespace ringside
