// The kernels of the oneDNN backend.
#pragma once
#include <memory>

#include "core/backend/cpu_kernels.h"
#include "core/backend/simd.h"

namespace ringside {

namespace onednn {
class Context;
}

class OnednnKernels : public CpuKernels {
 public:
  // The level is that of our own loops; oneDNN has an environment variable, ONEDNN_MAX_CPU_ISA.
  explicit OnednnKernels(SimdLevel level = simd_level());
  ~OnednnKernels() override;
  OnednnKernels(const OnednnKernels&) = delete;
  OnednnKernels& operator=(const OnednnKernels&) = delete;

  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override;

  // As `layer`, but null for what is left to the reference backend's loops.
  std::unique_ptr<LayerKernel> own_layer(const LayerCall& call);

 private:
  SimdLevel level_;
  std::unique_ptr<onednn::Context> context_;
};

}  // namespace ringside
