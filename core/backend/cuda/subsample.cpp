// LeNet-5's subsampling: the sum of a window, times the channel's weight, plus its bias.
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

class SubsampleKernel : public LayerKernel {
 public:
  SubsampleKernel(Context& context, const LayerCall& call, const Subsample& subsample)
      : context_(context),
        call_(call),
        kernel_(subsample.kernel),
        rows_(call.samples * call.layer.output.pixels()),
        columns_(2 * std::int64_t{call.channels}) {
    context.scratch.reserve((rows_ + column_parts(rows_)) * columns_);
  }

  void forward(const ForwardArgs& args) override { launch_subsample_forward(context_.stream, call_, kernel_, args); }

  void backward(const BackwardArgs& args) override {
    float* products = context_.scratch.data();
    launch_subsample_products(context_.stream, call_, kernel_, args, products);
    launch_column_sums(context_.stream, products, products + rows_ * columns_, args.params_gradient, rows_, columns_);
    if (args.input_gradient != nullptr) launch_subsample_backward(context_.stream, call_, kernel_, args);
  }

 private:
  Context& context_;
  LayerCall call_;
  int kernel_;
  std::int64_t rows_, columns_;  // of the products whose sums are the parameters' gradient
};

}  // namespace

std::unique_ptr<LayerKernel> make_subsample(Context& context, const LayerCall& call, const Subsample& subsample) {
  return std::make_unique<SubsampleKernel>(context, call, subsample);
}

}  // namespace ringside::cuda
