// The kernels of the native backend.
#pragma once
#include "core/backend/cpu_kernels.h"
#include "core/backend/native/scratch.h"
#include "core/backend/onednn/onednn_kernels.h"

namespace ringside {

class NativeKernels : public CpuKernels {
 public:
  explicit NativeKernels(SimdLevel level = simd_level()) : level_(level), onednn_(level) {}

  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override;
  void arrange(const ArrangeArgs& args) override;
  void copy_channels(const CopyChannelsArgs& args) override;

 private:
  SimdLevel level_;
  native::Scratch scratch_;
  OnednnKernels onednn_;  // for layers that there is nothing better for here
};

}  // namespace ringside
