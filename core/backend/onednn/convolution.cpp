// Convolution. Activations stay NHWC, in which oneDNN's kernels need no padding of channels (twice the work, were 20 padded
// to 32 and 50 to 64); only the weights are put into the order that each primitive wants, which takes microseconds.
#include <algorithm>
#include <optional>

#include "core/backend/onednn/layers.h"
#include "core/backend/onednn/operation.h"

namespace ringside::onednn {

namespace {

using dnnl::memory;

struct Layouts {
  memory::desc input, weights, bias, output;
  memory::desc plain_weights;
  memory::dims strides, padding;
};

Layouts layouts(const LayerCall& call, const Conv& conv) {
  using Tag = memory::format_tag;
  constexpr auto f32 = memory::data_type::f32;
  const Shape& in = call.layer.input;
  const Shape& out = call.layer.output;
  const memory::dims weights{call.channels, in.channels, conv.kernel, conv.kernel};
  return {{{call.samples, in.channels, in.height, in.width}, f32, Tag::nhwc},
          {weights, f32, Tag::any},
          {{call.channels}, f32, Tag::a},
          {{call.samples, call.channels, out.height, out.width}, f32, Tag::nhwc},
          {weights, f32, Tag::oihw},
          {conv.stride, conv.stride},
          {conv.pad, conv.pad}};
}

struct Descriptions {
  Descriptions(const Layouts& of, const dnnl::engine& engine)
      : forward({dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct, of.input, of.weights, of.bias,
                 of.output, of.strides, of.padding, of.padding},
                attributes(), engine),
        backward_weights({dnnl::algorithm::convolution_direct, of.input, of.weights, of.bias, of.output, of.strides,
                          of.padding, of.padding},
                         attributes(), engine, forward),
        backward_data(
            {dnnl::algorithm::convolution_direct, of.input, of.weights, of.output, of.strides, of.padding, of.padding},
            attributes(), engine, forward) {}

  dnnl::convolution_forward::primitive_desc forward;
  dnnl::convolution_backward_weights::primitive_desc backward_weights;
  dnnl::convolution_backward_data::primitive_desc backward_data;
};

// Puts weights from one order into another; none if they are the same.
std::optional<Operation> make_reorder(Context& context, const memory::desc& from, const memory::desc& to) {
  if (from == to) return std::nullopt;
  context.arranged_weights.reserve(std::max(from.get_size(), to.get_size()));
  const dnnl::reorder::primitive_desc description(context.engine, from, context.engine, to, attributes());
  return Operation(context, description, {DNNL_ARG_FROM, DNNL_ARG_TO});
}

class Convolution : public LayerKernel {
 public:
  Convolution(Context& context, const Descriptions& how, const memory::desc& plain_weights, bool input_gradient)
      : scratch_(context.arranged_weights),
        bias_at_(plain_weights.get_size() / sizeof(float)),
        forward_(context, how.forward, {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_BIAS, DNNL_ARG_DST}),
        forward_weights_(make_reorder(context, plain_weights, how.forward.weights_desc())),
        backward_weights_(context, how.backward_weights,
                          {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_BIAS}),
        weights_gradient_(make_reorder(context, how.backward_weights.diff_weights_desc(), plain_weights)) {
    if (!input_gradient) return;
    backward_data_.emplace(context, how.backward_data,
                           std::initializer_list<int>{DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC});
    backward_data_weights_ = make_reorder(context, plain_weights, how.backward_data.weights_desc());
  }

  void forward(const ForwardArgs& args) override {
    const float* weights = arranged(forward_weights_, args.params);
    forward_.run({args.input, weights, args.params + bias_at_, args.output});
  }

  void backward(const BackwardArgs& args) override {
    float* gradient = weights_gradient_ ? scratch_.data() : args.params_gradient;
    backward_weights_.run({args.input, args.output_gradient, gradient, args.params_gradient + bias_at_});
    if (weights_gradient_) weights_gradient_->run({gradient, args.params_gradient});

    if (!backward_data_ || args.input_gradient == nullptr) return;
    const float* weights = arranged(backward_data_weights_, args.params);
    backward_data_->run({args.output_gradient, weights, args.input_gradient});
  }

 private:
  const float* arranged(std::optional<Operation>& reorder, const float* weights) {
    if (!reorder) return weights;
    reorder->run({weights, scratch_.data()});
    return scratch_.data();
  }

  Scratch& scratch_;
  std::size_t bias_at_;
  Operation forward_;
  std::optional<Operation> forward_weights_;
  Operation backward_weights_;
  std::optional<Operation> weights_gradient_;
  std::optional<Operation> backward_data_;
  std::optional<Operation> backward_data_weights_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_convolution(Context& context, const LayerCall& call, const Conv& conv) {
  const Layouts of = layouts(call, conv);
  const Descriptions how(of, context.engine);
  if (is_slow(how.forward) || is_slow(how.backward_weights)) return nullptr;
  if (call.input_gradient && is_slow(how.backward_data)) return nullptr;
  return std::make_unique<Convolution>(context, how, of.plain_weights, call.input_gradient);
}

}  // namespace ringside::onednn
