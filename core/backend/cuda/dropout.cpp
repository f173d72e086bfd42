// Dropout, by the same mask as on a CPU: cuDNN draws its own, which would be another one for every split of the batch.
#include "core/backend/cuda/call.h"
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"
#include "core/backend/dropout_mask.h"

namespace ringside::cuda {

namespace {

class DropoutKernel : public LayerKernel {
 public:
  DropoutKernel(Context& context, const LayerCall& call, const Dropout& dropout)
      : context_(context), call_(call), ratio_(dropout.ratio) {}

  void forward(const ForwardArgs& args) override { apply(args.input, args.output, args.place); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) apply(args.output_gradient, args.input_gradient, args.place);
  }

 private:
  void apply(const float* from, float* to, const CallPlace& place) const {
    if (place.training) {
      const DropoutMask mask(call_.layer.name, ratio_, place);
      launch_dropout(context_.stream, context_.varying, call_, {mask.key(), mask.threshold(), 1 / (1 - ratio_), place},
                     from, to);
    } else if (from != to) {
      const std::int64_t count = call_.samples * call_.layer.output.pixels() * call_.channels;
      must(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(float), cudaMemcpyDefault,
                           context_.stream),
           "cudaMemcpyAsync");
    }
  }

  Context& context_;
  LayerCall call_;
  float ratio_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_dropout(Context& context, const LayerCall& call, const Dropout& dropout) {
  return std::make_unique<DropoutKernel>(context, call, dropout);
}

}  // namespace ringside::cuda
