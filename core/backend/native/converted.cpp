// Converts only what a kernel of this kind reads (see BackwardArgs). States are the kernel's own.
#include "core/backend/native/converted.h"

#include <variant>

#include "core/backend/native/transpose.h"

namespace ringside::native {

namespace {

template <class... Kinds>
bool is_one_of(const Layer& layer) {
  return (std::holds_alternative<Kinds>(layer.kind) || ...);
}

class Converted : public LayerKernel {
 public:
  Converted(const LayerCall& call, std::unique_ptr<LayerKernel> nhwc, std::string_view origin, SimdLevel level,
            Scratch& scratch)
      : nhwc_(std::move(nhwc)),
        origin_(origin),
        level_(level),
        scratch_(scratch),
        samples_(call.samples),
        converts_output_(!is_loss(call.layer)),
        reads_input_backward_(is_one_of<Conv, Dense, Subsample, Lrn>(call.layer)),
        reads_output_backward_(is_one_of<Relu, Tanh>(call.layer)) {
    const Layer& layer = call.layer;
    const auto slice = [&](std::int64_t floats) { return floats / layer.output.channels * call.channels; };
    input_floats_ = is_channel_local(layer) ? slice(layer.input.count()) : layer.input.count();
    output_floats_ = slice(layer.output.count());
    scratch.reserve(samples_ * (2 * input_floats_ + 2 * output_floats_));
  }

  void forward(const ForwardArgs& args) override {
    ForwardArgs inner = args;
    inner.input = converted(args.input, input_floats_, input());
    if (converts_output_) inner.output = output();
    nhwc_->forward(inner);
    if (converts_output_) from_nhwc(level_, output(), samples_, output_floats_, args.output);
  }

  void backward(const BackwardArgs& args) override {
    BackwardArgs inner = args;
    if (reads_input_backward_) inner.input = converted(args.input, input_floats_, input());
    if (reads_output_backward_) inner.output = converted(args.output, output_floats_, output());
    if (args.output_gradient != nullptr) {
      inner.output_gradient = converted(args.output_gradient, output_floats_, output_gradient());
    }
    if (args.input_gradient != nullptr) inner.input_gradient = input_gradient();
    nhwc_->backward(inner);
    if (args.input_gradient != nullptr)
      from_nhwc(level_, input_gradient(), samples_, input_floats_, args.input_gradient);
  }

  std::string_view origin() const override { return origin_; }

 private:
  float* input() const { return scratch_.data(); }
  float* input_gradient() const { return input() + samples_ * input_floats_; }
  float* output() const { return input_gradient() + samples_ * input_floats_; }
  float* output_gradient() const { return output() + samples_ * output_floats_; }

  const float* converted(const float* from, std::int64_t image_floats, float* to) const {
    to_nhwc(level_, from, samples_, image_floats, to);
    return to;
  }

  std::unique_ptr<LayerKernel> nhwc_;
  std::string_view origin_;
  SimdLevel level_;
  Scratch& scratch_;
  int samples_;
  bool converts_output_;  // probabilities and losses are in NHWC everywhere
  bool reads_input_backward_, reads_output_backward_;
  std::int64_t input_floats_, output_floats_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_converted(const LayerCall& call, std::unique_ptr<LayerKernel> nhwc,
                                            std::string_view origin, SimdLevel level, Scratch& scratch) {
  return std::make_unique<Converted>(call, std::move(nhwc), origin, level, scratch);
}

}  // namespace ringside::native
