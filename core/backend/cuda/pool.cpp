// Maximum and average pooling.
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

class PoolKernel : public LayerKernel {
 public:
  PoolKernel(Context& context, const LayerCall& call, const Pool& pool) : context_(context), call_(call), pool_(pool) {}

  void forward(const ForwardArgs& args) override { launch_pool_forward(context_.stream, call_, pool_, args); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) launch_pool_backward(context_.stream, call_, pool_, args);
  }

 private:
  Context& context_;
  LayerCall call_;
  Pool pool_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_pool(Context& context, const LayerCall& call, const Pool& pool) {
  return std::make_unique<PoolKernel>(context, call, pool);
}

}  // namespace ringside::cuda
