// Fully connected layer.
#include <algorithm>
#include <vector>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

class DenseKernel : public LayerKernel {
 public:
  explicit DenseKernel(const LayerCall& call)
      : call_(call),
        inputs_(call.layer.input.count()),
        weight_count_(call.channels * inputs_),
        row_(static_cast<std::size_t>(inputs_)) {}

  void forward(const ForwardArgs& args) override {
    const float* bias = args.params + weight_count_;
    for (int sample = 0; sample < call_.samples; ++sample) {
      const float* input = args.input + sample * inputs_;
      for (int o = 0; o < call_.channels; ++o) {
        const float* weights = args.params + o * inputs_;
        double sum = bias[o];
        for (std::int64_t i = 0; i < inputs_; ++i) sum += double{weights[i]} * input[i];
        *output(args.output, sample, o) = static_cast<float>(sum);
      }
    }
  }

  void backward(const BackwardArgs& args) override {
    params_gradient(args);
    if (args.input_gradient != nullptr) input_gradient(args);
  }

 private:
  template <class Float>
  Float* output(Float* outputs, int sample, int o) const {
    return outputs + std::int64_t{sample} * call_.channels + o;
  }

  void params_gradient(const BackwardArgs& args) {
    for (int o = 0; o < call_.channels; ++o) {
      double bias_sum = 0;
      std::ranges::fill(row_, 0.0);
      for (int sample = 0; sample < call_.samples; ++sample) {
        const double gradient = *output(args.output_gradient, sample, o);
        const float* input = args.input + sample * inputs_;
        for (std::int64_t i = 0; i < inputs_; ++i) row_[i] += gradient * input[i];
        bias_sum += gradient;
      }
      std::ranges::copy(row_, args.params_gradient + o * inputs_);
      args.params_gradient[weight_count_ + o] = static_cast<float>(bias_sum);
    }
  }

  void input_gradient(const BackwardArgs& args) {
    for (int sample = 0; sample < call_.samples; ++sample) {
      std::ranges::fill(row_, 0.0);
      for (int o = 0; o < call_.channels; ++o) {
        const double gradient = *output(args.output_gradient, sample, o);
        const float* weights = args.params + o * inputs_;
        for (std::int64_t i = 0; i < inputs_; ++i) row_[i] += gradient * weights[i];
      }
      std::ranges::copy(row_, args.input_gradient + sample * inputs_);
    }
  }

  LayerCall call_;
  std::int64_t inputs_, weight_count_;
  std::vector<double> row_;  // one output's weight gradient, or one sample's input gradient
};

}  // namespace

std::unique_ptr<LayerKernel> make_dense(const LayerCall& call) {
  return std::make_unique<DenseKernel>(call);
}

}  // namespace ringside::reference
