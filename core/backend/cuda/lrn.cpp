// Local response normalisation; cuDNN's knows no slice of the channels.
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

class LrnKernel : public LayerKernel {
 public:
  LrnKernel(Context& context, const LayerCall& call, const Lrn& lrn) : context_(context), call_(call), lrn_(lrn) {}

  void forward(const ForwardArgs& args) override { launch_lrn_forward(context_.stream, call_, lrn_, args); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) launch_lrn_backward(context_.stream, call_, lrn_, args);
  }

 private:
  Context& context_;
  LayerCall call_;
  Lrn lrn_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_lrn(Context& context, const LayerCall& call, const Lrn& lrn) {
  return std::make_unique<LrnKernel>(context, call, lrn);
}

}  // namespace ringside::cuda
