// Local response normalisation: y[c] = x[c] · s[c]^-beta with s[c] = k + alpha/size · sum of x² over the channels around c.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

// Leaves s for backward. A slice of output channels reads every input channel.
class LrnKernel : public LayerKernel {
 public:
  LrnKernel(const LayerCall& call, const Lrn& lrn)
      : lrn_(lrn),
        pixels_(call.samples * call.layer.input.pixels()),
        all_(call.layer.input.channels),
        first_(call.first_channel),
        channels_(call.channels),
        pixel_(static_cast<std::size_t>(all_)) {}

  void forward(const ForwardArgs& args) override {
    for (std::int64_t pixel = 0; pixel < pixels_; ++pixel) {
      const float* input = args.input + pixel * all_;
      for (int c = 0; c < channels_; ++c) {
        double squares = 0;
        for_each_around(c, [&](int other) { squares += double{input[other]} * input[other]; });
        const auto scale = static_cast<float>(lrn_.k + double{lrn_.alpha} / lrn_.size * squares);
        args.state[pixel * channels_ + c] = scale;
        args.output[pixel * channels_ + c] =
            static_cast<float>(input[first_ + c] * std::pow(double{scale}, -lrn_.beta));
      }
    }
  }

  // dy[c]/dx[i] = [c = i] · s[c]^-beta - 2·alpha·beta/size · x[c] · x[i] · s[c]^(-beta-1) for i around c
  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    const double factor = 2.0 * lrn_.alpha * lrn_.beta / lrn_.size;
    for (std::int64_t pixel = 0; pixel < pixels_; ++pixel) {
      const float* input = args.input + pixel * all_;
      std::ranges::fill(pixel_, 0.0);
      for (int c = 0; c < channels_; ++c) {
        const double scale = args.state[pixel * channels_ + c];
        const double through = args.output_gradient[pixel * channels_ + c] * std::pow(scale, -lrn_.beta);
        const double around = factor * through * input[first_ + c] / scale;
        pixel_[first_ + c] += through;
        for_each_around(c, [&](int other) { pixel_[other] -= around * input[other]; });
      }
      std::ranges::copy(pixel_, args.input_gradient + pixel * all_);
    }
  }

 private:
  // f(input channel), of those around a channel of the slice
  template <class F>
  void for_each_around(int c, F f) const {
    const int half = lrn_.size / 2;
    const int last = std::min(first_ + c + half, all_ - 1);
    for (int other = std::max(first_ + c - half, 0); other <= last; ++other) f(other);
  }

  Lrn lrn_;
  std::int64_t pixels_;
  int all_, first_, channels_;
  std::vector<double> pixel_;  // one pixel's input gradient
};

}  // namespace

std::unique_ptr<LayerKernel> make_lrn(const LayerCall& call, const Lrn& lrn) {
  return std::make_unique<LrnKernel>(call, lrn);
}

}  // namespace ringside::reference
