// The kernels of the native backend, and of the one that measures where oneDNN's are faster.
#pragma once
#include "core/backend/cpu_kernels.h"
#include "core/backend/native/scratch.h"
#include "core/backend/onednn/onednn_kernels.h"

namespace ringside {

class NativeKernels : public CpuKernels {
 public:
  // Of convolutions and dense layers, the two kinds that take the time.
  enum class Products {
    own,     // always
    fastest  // or oneDNN's, converted, where these are faster
  };

  explicit NativeKernels(SimdLevel level = simd_level(), Products products = Products::own)
      : level_(level), products_(products), onednn_(level) {}

  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override;
  void arrange(const ArrangeArgs& args) override;
  void copy_channels(const CopyChannelsArgs& args) override;

 private:
  std::unique_ptr<LayerKernel> own_layer(const LayerCall& call);
  std::unique_ptr<LayerKernel> converted(const LayerCall& call, std::string_view origin);

  SimdLevel level_;
  Products products_;
  native::Scratch scratch_;
  OnednnKernels onednn_;  // for layers that there is nothing better for here
};

}  // namespace ringside
