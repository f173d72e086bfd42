// Dense layers by cuBLAS. It counts by columns, we by rows: what it takes for a matrix is our matrix turned round.
#include "core/backend/cuda/call.h"
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"
#include "core/base/error.h"

namespace ringside::cuda {

namespace {

constexpr float one = 1;
constexpr float zero = 0;

int narrow(std::int64_t inputs, const std::string& layer) {
  constexpr std::int64_t most = 0x7fff'ffff;
  check(inputs <= most, "layer \"{}\": {} inputs: cuBLAS counts to {}", layer, inputs, most);
  return static_cast<int>(inputs);
}

class DenseKernel : public LayerKernel {
 public:
  DenseKernel(Context& context, const LayerCall& call)
      : context_(context),
        samples_(call.samples),
        inputs_(narrow(call.layer.input.count(), call.layer.name)),
        outputs_(call.channels),
        weight_count_(std::int64_t{outputs_} * inputs_) {
    static_cast<void>(context.cublas());
    context.scratch.reserve(column_parts(samples_) * outputs_);
  }

  // output (s x o) = input (s x i) · weights (o x i)^T
  void forward(const ForwardArgs& args) override {
    multiply(CUBLAS_OP_T, CUBLAS_OP_N, {outputs_, samples_, inputs_}, {args.params, inputs_}, {args.input, inputs_},
             args.output, outputs_);
    launch_add_bias(context_.stream, args.output, args.params + weight_count_, samples_, outputs_);
  }

  void backward(const BackwardArgs& args) override {
    // weights' gradient (o x i) = output gradient (s x o)^T · input (s x i)
    multiply(CUBLAS_OP_N, CUBLAS_OP_T, {inputs_, outputs_, samples_}, {args.input, inputs_},
             {args.output_gradient, outputs_}, args.params_gradient, inputs_);
    launch_column_sums(context_.stream, args.output_gradient, context_.scratch.data(),
                       args.params_gradient + weight_count_, samples_, outputs_);
    if (args.input_gradient == nullptr) return;
    // input gradient (s x i) = output gradient (s x o) · weights (o x i)
    multiply(CUBLAS_OP_N, CUBLAS_OP_N, {inputs_, samples_, outputs_}, {args.params, inputs_},
             {args.output_gradient, outputs_}, args.input_gradient, inputs_);
  }

 private:
  struct Sizes {
    int rows, columns, inner;
  };
  struct Factor {
    const float* data;
    int stride;
  };

  void multiply(cublasOperation_t of_a, cublasOperation_t of_b, Sizes sizes, Factor a, Factor b, float* product,
                int stride) {
    must(cublasSgemm(context_.cublas(), of_a, of_b, sizes.rows, sizes.columns, sizes.inner, &one, a.data, a.stride,
                     b.data, b.stride, &zero, product, stride),
         "cublasSgemm");
  }

  Context& context_;
  int samples_, inputs_, outputs_;
  std::int64_t weight_count_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_dense(Context& context, const LayerCall& call) {
  return std::make_unique<DenseKernel>(context, call);
}

}  // namespace ringside::cuda
