// Tanh: element by element, in place where asked; its gradient is read off the output.
#include "core/backend/onednn/layers.h"
#include "core/backend/onednn/operation.h"

namespace ringside::onednn {

namespace {

std::int64_t values(const LayerCall& call) {
  return call.samples * call.layer.output.pixels() * call.channels;
}

class TanhKernel : public LayerKernel {
 public:
  TanhKernel(Context& context, const dnnl::eltwise_forward::primitive_desc& forward,
             const dnnl::eltwise_backward::primitive_desc& backward)
      : forward_(context, forward, {DNNL_ARG_SRC, DNNL_ARG_DST}),
        backward_(context, backward, {DNNL_ARG_DST, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_SRC}) {}

  void forward(const ForwardArgs& args) override { forward_.run({args.input, args.output}); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) backward_.run({args.output, args.output_gradient, args.input_gradient});
  }

 private:
  Operation forward_, backward_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_tanh(Context& context, const LayerCall& call) {
  constexpr auto algorithm = dnnl::algorithm::eltwise_tanh_use_dst_for_bwd;
  const dnnl::memory::desc of({values(call)}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc forward({dnnl::prop_kind::forward_training, algorithm, of, 0.0F, 0.0F},
                                                      attributes(), context.engine);
  const dnnl::eltwise_backward::primitive_desc backward({algorithm, of, of, 0.0F, 0.0F}, attributes(), context.engine,
                                                        forward);
  if (is_slow(forward) || is_slow(backward)) return nullptr;
  return std::make_unique<TanhKernel>(context, forward, backward);
}

}  // namespace ringside::onednn
