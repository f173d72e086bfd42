// ReLU and tanh: element by element, in place where asked; both read their gradient off the output.
#include <algorithm>

#include "core/backend/onednn/layers.h"
#include "core/backend/onednn/operation.h"
#include "core/backend/onednn/vector.h"

namespace ringside::onednn {

namespace {

std::int64_t values(const LayerCall& call) {
  return call.samples * call.layer.output.pixels() * call.channels;
}

// Not oneDNN's, which turns not-a-number into zero: a model gone astray would not be noticed.
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
  explicit ReluKernel(const LayerCall& call) : count_(values(call)) {}

  void forward(const ForwardArgs& args) override { run_widest(ReluForward{args.input, args.output, count_}, count_); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    run_widest(ReluBackward{args.output, args.output_gradient, args.input_gradient, count_}, count_);
  }

 private:
  std::int64_t count_;
};

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

std::unique_ptr<LayerKernel> make_relu(const LayerCall& call) {
  return std::make_unique<ReluKernel>(call);
}

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
