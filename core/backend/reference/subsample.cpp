// LeNet-5's subsampling: the sum of a window, times the channel's weight, plus its bias.
#include <algorithm>
#include <vector>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

class SubsampleKernel : public LayerKernel {
 public:
  SubsampleKernel(const LayerCall& call, const Subsample& subsample)
      : call_(call),
        kernel_(subsample.kernel),
        weight_sums_(static_cast<std::size_t>(call.channels)),
        bias_sums_(static_cast<std::size_t>(call.channels)) {}

  void forward(const ForwardArgs& args) override {
    const float* weights = args.params;
    const float* bias = args.params + call_.channels;
    for_each_output([&](std::int64_t output, std::int64_t corner, int c) {
      args.output[output] = static_cast<float>(double{weights[c]} * window_sum(args.input, corner) + bias[c]);
    });
  }

  void backward(const BackwardArgs& args) override {
    params_gradient(args);
    if (args.input_gradient == nullptr) return;
    for_each_output([&](std::int64_t output, std::int64_t corner, int c) {
      const float share = args.params[c] * args.output_gradient[output];
      for_each_input([&](std::int64_t place) { args.input_gradient[corner + place] = share; });
    });
  }

 private:
  // f(place of the output, place of its window's first input, channel)
  template <class F>
  void for_each_output(F f) const {
    const Shape in = call_.layer.input;
    const Shape out = call_.layer.output;
    std::int64_t output = 0;
    for (int sample = 0; sample < call_.samples; ++sample) {
      for (int y = 0; y < out.height; ++y) {
        for (int x = 0; x < out.width; ++x) {
          const std::int64_t pixel = sample * in.pixels() + std::int64_t{y} * kernel_ * in.width + x * kernel_;
          for (int c = 0; c < call_.channels; ++c) f(output++, pixel * call_.channels + c, c);
        }
      }
    }
  }

  // f(place of an input, seen from the window's first)
  template <class F>
  void for_each_input(F f) const {
    for (int row = 0; row < kernel_; ++row) {
      for (int column = 0; column < kernel_; ++column) {
        f((std::int64_t{row} * call_.layer.input.width + column) * call_.channels);
      }
    }
  }

  double window_sum(const float* input, std::int64_t corner) const {
    double sum = 0;
    for_each_input([&](std::int64_t place) { sum += input[corner + place]; });
    return sum;
  }

  void params_gradient(const BackwardArgs& args) {
    std::ranges::fill(weight_sums_, 0.0);
    std::ranges::fill(bias_sums_, 0.0);
    for_each_output([&](std::int64_t output, std::int64_t corner, int c) {
      const double gradient = args.output_gradient[output];
      weight_sums_[c] += gradient * window_sum(args.input, corner);
      bias_sums_[c] += gradient;
    });
    std::ranges::copy(weight_sums_, args.params_gradient);
    std::ranges::copy(bias_sums_, args.params_gradient + call_.channels);
  }

  LayerCall call_;
  int kernel_;
  std::vector<double> weight_sums_, bias_sums_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_subsample(const LayerCall& call, const Subsample& subsample) {
  return std::make_unique<SubsampleKernel>(call, subsample);
}

}  // namespace ringside::reference
