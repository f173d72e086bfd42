// Dense layers, on their plain weights: a matrix product as fast as oneDNN's on weights it has reordered, without the
// reordering, which for LeNet's 400,000 weights takes longer than the product.
#include "core/backend/onednn/layers.h"
#include "core/backend/onednn/operation.h"

namespace ringside::onednn {

namespace {

using dnnl::memory;

struct Layouts {
  memory::desc input, weights, bias, output;
};

Layouts layouts(const LayerCall& call) {
  using Tag = memory::format_tag;
  constexpr auto f32 = memory::data_type::f32;
  const memory::dim inputs = call.layer.input.count();
  return {{{call.samples, inputs}, f32, Tag::ab},
          {{call.channels, inputs}, f32, Tag::ab},
          {{call.channels}, f32, Tag::a},
          {{call.samples, call.channels}, f32, Tag::ab}};
}

struct Descriptions {
  Descriptions(const Layouts& of, const dnnl::engine& engine)
      : forward({dnnl::prop_kind::forward_training, of.input, of.weights, of.bias, of.output}, attributes(), engine),
        backward_weights({of.input, of.weights, of.bias, of.output}, attributes(), engine, forward),
        backward_data({of.input, of.weights, of.output}, attributes(), engine, forward) {}

  dnnl::inner_product_forward::primitive_desc forward;
  dnnl::inner_product_backward_weights::primitive_desc backward_weights;
  dnnl::inner_product_backward_data::primitive_desc backward_data;
};

class DenseProduct : public LayerKernel {
 public:
  DenseProduct(Context& context, const Descriptions& how, std::int64_t weight_count)
      : weight_count_(weight_count),
        forward_(context, how.forward, {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_BIAS, DNNL_ARG_DST}),
        backward_weights_(context, how.backward_weights,
                          {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_BIAS}),
        backward_data_(context, how.backward_data, {DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC}) {}

  void forward(const ForwardArgs& args) override {
    forward_.run({args.input, args.params, args.params + weight_count_, args.output});
  }

  void backward(const BackwardArgs& args) override {
    backward_weights_.run(
        {args.input, args.output_gradient, args.params_gradient, args.params_gradient + weight_count_});
    if (args.input_gradient != nullptr) backward_data_.run({args.output_gradient, args.params, args.input_gradient});
  }

 private:
  std::int64_t weight_count_;
  Operation forward_, backward_weights_, backward_data_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_dense(Context& context, const LayerCall& call) {
  const Descriptions how(layouts(call), context.engine);
  if (is_slow(how.forward) || is_slow(how.backward_weights) || is_slow(how.backward_data)) return nullptr;
  return std::make_unique<DenseProduct>(context, how, call.channels * call.layer.input.count());
}

}  // namespace ringside::onednn
