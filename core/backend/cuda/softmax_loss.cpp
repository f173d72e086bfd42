// Softmax by cuDNN, in logarithms, so that the loss of an unlikely class is finite; probabilities and losses from them.
#include "core/backend/cuda/call.h"
#include "core/backend/cuda/descriptors.h"
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

class SoftmaxLossKernel : public LayerKernel {
 public:
  SoftmaxLossKernel(Context& context, const LayerCall& call)
      : context_(context),
        call_(call),
        logits_(describe_activation(call.samples, static_cast<int>(call.layer.input.count()), {})) {
    static_cast<void>(context.cudnn());
  }

  void forward(const ForwardArgs& args) override {
    constexpr float one = 1;
    constexpr float zero = 0;
    must(cudnnSoftmaxForward(context_.cudnn(), CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_INSTANCE, &one, logits_.get(),
                             args.input, &zero, logits_.get(), args.output),
         "cudnnSoftmaxForward");
    launch_loss_forward(context_.stream, call_, args.labels, args.output);
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) launch_loss_backward(context_.stream, call_, args);
  }

 private:
  Context& context_;
  LayerCall call_;
  TensorDescriptor logits_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_softmax_loss(Context& context, const LayerCall& call) {
  return std::make_unique<SoftmaxLossKernel>(context, call);
}

}  // namespace ringside::cuda
