// Activations. Backward works from the output, so that it may stand where the input stood.
#include <cmath>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

std::int64_t values(const LayerCall& call) {
  return call.samples * call.layer.output.pixels() * call.channels;
}

class ReluKernel : public LayerKernel {
 public:
  explicit ReluKernel(const LayerCall& call) : count_(values(call)) {}

  void forward(const ForwardArgs& args) override {
    // So written that not-a-number stays: a model gone astray is noticed.
    for (std::int64_t i = 0; i < count_; ++i) args.output[i] = args.input[i] < 0 ? 0.0F : args.input[i];
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    for (std::int64_t i = 0; i < count_; ++i)
      args.input_gradient[i] = args.output[i] > 0 ? args.output_gradient[i] : 0.0F;
  }

 private:
  std::int64_t count_;
};

class TanhKernel : public LayerKernel {
 public:
  explicit TanhKernel(const LayerCall& call) : count_(values(call)) {}

  void forward(const ForwardArgs& args) override {
    for (std::int64_t i = 0; i < count_; ++i) args.output[i] = static_cast<float>(std::tanh(double{args.input[i]}));
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    for (std::int64_t i = 0; i < count_; ++i) {
      const double output = args.output[i];
      args.input_gradient[i] = static_cast<float>(args.output_gradient[i] * (1 - output * output));
    }
  }

 private:
  std::int64_t count_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_relu(const LayerCall& call) {
  return std::make_unique<ReluKernel>(call);
}

std::unique_ptr<LayerKernel> make_tanh(const LayerCall& call) {
  return std::make_unique<TanhKernel>(call);
}

}  // namespace ringside::reference
