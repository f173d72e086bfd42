// ReLU and tanh: element by element, in place where asked; both read their gradient off the output.
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

using LaunchForward = void (*)(cudaStream_t, const float*, float*, std::int64_t);
using LaunchBackward = void (*)(cudaStream_t, const float*, const float*, float*, std::int64_t);

class Activation : public LayerKernel {
 public:
  Activation(Context& context, const LayerCall& call, LaunchForward launch_forward, LaunchBackward launch_backward)
      : context_(context),
        count_(call.samples * call.layer.output.pixels() * call.channels),
        launch_forward_(launch_forward),
        launch_backward_(launch_backward) {}

  void forward(const ForwardArgs& args) override { launch_forward_(context_.stream, args.input, args.output, count_); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    launch_backward_(context_.stream, args.output, args.output_gradient, args.input_gradient, count_);
  }

 private:
  Context& context_;
  std::int64_t count_;
  LaunchForward launch_forward_;
  LaunchBackward launch_backward_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_relu(Context& context, const LayerCall& call) {
  return std::make_unique<Activation>(context, call, launch_relu_forward, launch_relu_backward);
}

std::unique_ptr<LayerKernel> make_tanh(Context& context, const LayerCall& call) {
  return std::make_unique<Activation>(context, call, launch_tanh_forward, launch_tanh_backward);
}

}  // namespace ringside::cuda
