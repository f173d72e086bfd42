// What the kernels of every CPU backend have in common: all but the layers.
#pragma once
#include "core/backend/cpu_vector.h"
#include "core/backend/kernels.h"

namespace ringside {

class CpuKernels : public Kernels {
 public:
  void copy(float* to, const float* from, std::int64_t count) final;
  void arrange(const ArrangeArgs& args) override;  // NHWC stays
  void copy_channels(const CopyChannelsArgs& args) override;
  void add(float* into, const float* source, std::int64_t count) final;
  void sgd(const SgdArgs& args) final;

 private:
  const CpuVector& vector_ = cpu_vector();
};

}  // namespace ringside
