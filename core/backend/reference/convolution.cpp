// Convolution. The weights are turned round once a call, so that the innermost loops run over neighbours in memory.
#include <algorithm>
#include <vector>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

class Convolution : public LayerKernel {
 public:
  Convolution(const LayerCall& call, const Conv& conv)
      : call_(call),
        conv_(conv),
        in_(call.layer.input),
        out_(call.layer.output),
        taps_(std::int64_t{conv.kernel} * conv.kernel),
        weight_count_(call.channels * in_.channels * taps_),
        turned_(static_cast<std::size_t>(weight_count_)),
        bias_sums_(static_cast<std::size_t>(call.channels)),
        pixel_(static_cast<std::size_t>(call.channels)),
        image_(static_cast<std::size_t>(in_.count())) {}

  void forward(const ForwardArgs& args) override {
    turn(args.params);
    const float* bias = args.params + weight_count_;
    for_each_pixel([&](std::int64_t sample, std::int64_t pixel, int y, int x) {
      const float* image = args.input + sample * in_.count();
      std::copy_n(bias, call_.channels, pixel_.begin());
      for_each_tap(y, x, [&](std::int64_t tap, std::int64_t place) {
        for (int c = 0; c < in_.channels; ++c) {
          const double value = image[place + c];
          const double* weights = turned(tap, c);
          for (int o = 0; o < call_.channels; ++o) pixel_[o] += weights[o] * value;
        }
      });
      std::copy_n(pixel_.begin(), call_.channels, args.output + pixel * call_.channels);
    });
  }

  void backward(const BackwardArgs& args) override {
    params_gradient(args);
    if (args.input_gradient != nullptr) input_gradient(args);
  }

 private:
  // f(sample, output pixel of the batch, row, column)
  template <class F>
  void for_each_pixel(F f) const {
    std::int64_t pixel = 0;
    for (int sample = 0; sample < call_.samples; ++sample) {
      for (int y = 0; y < out_.height; ++y) {
        for (int x = 0; x < out_.width; ++x) f(sample, pixel++, y, x);
      }
    }
  }

  // The taps of an output pixel's window that lie on the image: f(tap, place of the input pixel in its image).
  template <class F>
  void for_each_tap(int y, int x, F f) const {
    for (int ky = 0; ky < conv_.kernel; ++ky) {
      const int row = y * conv_.stride - conv_.pad + ky;
      if (row < 0 || row >= in_.height) continue;
      for (int kx = 0; kx < conv_.kernel; ++kx) {
        const int column = x * conv_.stride - conv_.pad + kx;
        if (column < 0 || column >= in_.width) continue;
        f(ky * conv_.kernel + kx, (std::int64_t{row} * in_.width + column) * in_.channels);
      }
    }
  }

  // [tap][channel][output], the outputs of one tap and channel side by side.
  double* turned(std::int64_t tap, int channel) { return &turned_[(tap * in_.channels + channel) * call_.channels]; }

  // f(place in the layer's own order, place in turned_)
  template <class F>
  void for_each_weight(F f) {
    for (int o = 0; o < call_.channels; ++o) {
      for (int c = 0; c < in_.channels; ++c) {
        for (std::int64_t tap = 0; tap < taps_; ++tap) {
          f((std::int64_t{o} * in_.channels + c) * taps_ + tap, turned(tap, c)[o]);
        }
      }
    }
  }

  void turn(const float* weights) {
    for_each_weight([&](std::int64_t own, double& turned) { turned = weights[own]; });
  }

  // Sum over samples and pixels of output gradient times input.
  void params_gradient(const BackwardArgs& args) {
    std::ranges::fill(turned_, 0.0);
    std::ranges::fill(bias_sums_, 0.0);
    for_each_pixel([&](std::int64_t sample, std::int64_t pixel, int y, int x) {
      const float* image = args.input + sample * in_.count();
      const float* gradient = args.output_gradient + pixel * call_.channels;
      for (int o = 0; o < call_.channels; ++o) bias_sums_[o] += gradient[o];
      for_each_tap(y, x, [&](std::int64_t tap, std::int64_t place) {
        for (int c = 0; c < in_.channels; ++c) {
          const double value = image[place + c];
          double* sums = turned(tap, c);
          for (int o = 0; o < call_.channels; ++o) sums[o] += value * gradient[o];
        }
      });
    });
    for_each_weight([&](std::int64_t own, double sum) { args.params_gradient[own] = static_cast<float>(sum); });
    std::ranges::copy(bias_sums_, args.params_gradient + weight_count_);
  }

  // Every output pixel's gradient, sent back through the weights it came by.
  void input_gradient(const BackwardArgs& args) {
    turn(args.params);
    for_each_pixel([&](std::int64_t sample, std::int64_t pixel, int y, int x) {
      if (y == 0 && x == 0) std::ranges::fill(image_, 0.0);
      const float* gradient = args.output_gradient + pixel * call_.channels;
      for_each_tap(y, x, [&](std::int64_t tap, std::int64_t place) {
        for (int c = 0; c < in_.channels; ++c) {
          const double* weights = turned(tap, c);
          double sum = 0;
          for (int o = 0; o < call_.channels; ++o) sum += weights[o] * gradient[o];
          image_[place + c] += sum;
        }
      });
      if (y == out_.height - 1 && x == out_.width - 1) {
        std::ranges::copy(image_, args.input_gradient + sample * in_.count());
      }
    });
  }

  LayerCall call_;
  Conv conv_;
  Shape in_, out_;
  std::int64_t taps_, weight_count_;
  std::vector<double> turned_;  // the weights, or their gradient
  std::vector<double> bias_sums_;
  std::vector<double> pixel_;  // one output pixel
  std::vector<double> image_;  // one sample's input gradient
};

}  // namespace

std::unique_ptr<LayerKernel> make_convolution(const LayerCall& call, const Conv& conv) {
  return std::make_unique<Convolution>(call, conv);
}

}  // namespace ringside::reference
