// Dropout. Forward and backward are the same: kept units are scaled, the others are zero.
#include <algorithm>

#include "core/backend/dropout_mask.h"
#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

class DropoutKernel : public LayerKernel {
 public:
  DropoutKernel(const LayerCall& call, const Dropout& dropout) : call_(call), ratio_(dropout.ratio) {}

  void forward(const ForwardArgs& args) override { apply(args.input, args.output, args.place); }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient != nullptr) apply(args.output_gradient, args.input_gradient, args.place);
  }

 private:
  void apply(const float* from, float* to, const CallPlace& place) const {
    const std::int64_t pixels = call_.layer.output.pixels();
    if (!place.training) {
      if (from != to) std::copy_n(from, call_.samples * pixels * call_.channels, to);
      return;
    }
    DropoutMask mask(call_.layer.name, ratio_, place);
    const float scale = 1 / (1 - ratio_);
    for (std::int64_t pixel = place.first_sample * pixels; pixel < (place.first_sample + call_.samples) * pixels;
         ++pixel) {
      const std::int64_t unit = pixel * call_.layer.output.channels + call_.first_channel;
      for (int c = 0; c < call_.channels; ++c) {
        *to++ = mask.keeps(unit + c) ? *from * scale : 0.0F;
        ++from;
      }
    }
  }

  LayerCall call_;
  float ratio_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_dropout(const LayerCall& call, const Dropout& dropout) {
  return std::make_unique<DropoutKernel>(call, dropout);
}

}  // namespace ringside::reference
