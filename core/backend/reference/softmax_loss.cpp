// Softmax and cross-entropy: p = exp(x) / sum of exp(x), loss = -log p[label].
#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/backend/reference/layers.h"
#include "core/base/error.h"

namespace ringside::reference {

namespace {

class SoftmaxLossKernel : public LayerKernel {
 public:
  explicit SoftmaxLossKernel(const LayerCall& call)
      : name_(call.layer.name), samples_(call.samples), classes_(call.layer.input.count()) {
    assert(call.first_channel == 0 && call.channels == call.layer.output.channels);
  }

  // Output: the probabilities of all samples, then their losses.
  void forward(const ForwardArgs& args) override {
    float* losses = args.output + samples_ * classes_;
    for (int sample = 0; sample < samples_; ++sample) {
      const float* input = args.input + sample * classes_;
      float* probabilities = args.output + sample * classes_;
      const double largest = *std::max_element(input, input + classes_);  // taken off, or exp would overflow
      double sum = 0;
      for (std::int64_t i = 0; i < classes_; ++i) sum += std::exp(input[i] - largest);
      const double log_sum = largest + std::log(sum);
      losses[sample] = static_cast<float>(log_sum - input[label(args.labels, sample)]);
      for (std::int64_t i = 0; i < classes_; ++i) probabilities[i] = static_cast<float>(std::exp(input[i] - log_sum));
    }
  }

  // (p - one hot) / divisor
  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    for (int sample = 0; sample < samples_; ++sample) {
      const float* probabilities = args.output + sample * classes_;
      float* gradient = args.input_gradient + sample * classes_;
      const std::int64_t right = label(args.labels, sample);
      for (std::int64_t i = 0; i < classes_; ++i) {
        gradient[i] = static_cast<float>((double{probabilities[i]} - (i == right ? 1 : 0)) / args.divisor);
      }
    }
  }

 private:
  std::int64_t label(const float* labels, int sample) const {
    const float value = labels[sample];
    check(value >= 0 && value < static_cast<float>(classes_) && value == std::floor(value),
          "layer \"{}\": label {} of sample {}: expected a whole number from 0 to {}", name_, value, sample,
          classes_ - 1);
    return static_cast<std::int64_t>(value);
  }

  std::string name_;
  int samples_;
  std::int64_t classes_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_softmax_loss(const LayerCall& call) {
  return std::make_unique<SoftmaxLossKernel>(call);
}

}  // namespace ringside::reference
