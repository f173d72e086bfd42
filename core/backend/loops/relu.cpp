// ReLU: element by element, in place where asked; its gradient is read off the output.
#include <algorithm>

#include "core/backend/loops/layers.h"

namespace ringside::loops {

namespace {

// Not-a-number stays (oneDNN's relu turns it into zero): a model gone astray is noticed.
struct ReluForward {
  const float* input;
  float* output;
  std::int64_t count;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    typename Vector<lanes>::Floats value;
    for (std::int64_t next = 0; next < count; next += lanes) {
      const std::int64_t at = std::min(next, count - lanes);
      load(value, input + at);
      value = value < 0 ? decltype(value){} : value;
      store(output + at, value);
    }
  }
};

struct ReluBackward {
  const float* output;
  const float* output_gradient;
  float* input_gradient;
  std::int64_t count;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    typename Vector<lanes>::Floats value, gradient;
    for (std::int64_t next = 0; next < count; next += lanes) {
      const std::int64_t at = std::min(next, count - lanes);
      load(value, output + at);
      load(gradient, output_gradient + at);
      gradient = value > 0 ? gradient : decltype(gradient){};
      store(input_gradient + at, gradient);
    }
  }
};

class ReluKernel : public LayerKernel {
 public:
  ReluKernel(const LayerCall& call, SimdLevel level)
      : count_(call.samples * call.layer.output.pixels() * call.channels), level_(level) {}

  void forward(const ForwardArgs& args) override {
    run_widest(level_, ReluForward{args.input, args.output, count_}, count_);
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    run_widest(level_, ReluBackward{args.output, args.output_gradient, args.input_gradient, count_}, count_);
  }

 private:
  std::int64_t count_;
  SimdLevel level_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_relu(const LayerCall& call, SimdLevel level) {
  return std::make_unique<ReluKernel>(call, level);
}

}  // namespace ringside::loops
