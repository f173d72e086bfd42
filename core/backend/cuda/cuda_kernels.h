// Kernels of one CUDA stream: every call puts work into the stream and returns.
#pragma once
#include "core/backend/cuda/context.h"
#include "core/backend/kernels.h"

namespace ringside::cuda {

class CudaKernels : public Kernels {
 public:
  CudaKernels(int physical_device, cudaStream_t stream, Arithmetic arithmetic)
      : context_(physical_device, stream, arithmetic) {}

  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override;
  void copy(float* to, const float* from, std::int64_t count) override;
  void arrange(const ArrangeArgs& args) override;
  void copy_channels(const CopyChannelsArgs& args) override;
  void add(float* into, const float* source, std::int64_t count) override;
  void sgd(const SgdArgs& args) override;

  Varying& varying() { return context_.varying; }

 private:
  Context context_;
};

}  // namespace ringside::cuda
