// LeNet-5's subsampling. Its windows lie side by side and fill the input, as those of a pool whose stride is its kernel.
#include <algorithm>

#include "core/backend/loops/layers.h"
#include "core/backend/loops/pool_shape.h"
#include "core/backend/simd.h"

namespace ringside::loops {

namespace {

// f(place of a pixel) for every pixel of the window at (y, x) of an image that begins at `image`.
template <class F>
RINGSIDE_INLINE void for_each_pixel(const PoolShape& shape, std::int64_t image, int y, int x, F f) {
  const Range rows = shape.rows.inputs(y);
  const Range columns = shape.columns.inputs(x);
  for (int row = rows.begin; row < rows.end; ++row) {
    for (int column = columns.begin; column < columns.end; ++column) f(image + shape.pixel(row, column));
  }
}

struct SubsampleForward {
  const PoolShape& shape;
  const float* input;
  const float* params;
  float* output;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      typename Vector<lanes>::Floats weight, bias;
      load(weight, params + channel);
      load(bias, params + shape.channels + channel);
      std::int64_t to = channel;
      for (int sample = 0; sample < shape.samples; ++sample) {
        const std::int64_t image = sample * shape.input_count() + channel;
        for (int y = 0; y < shape.rows.windows(); ++y) {
          for (int x = 0; x < shape.columns.windows(); ++x, to += shape.channels) {
            typename Vector<lanes>::Floats value, sum = {};
            for_each_pixel(shape, image, y, x, [&](std::int64_t pixel) {
              load(value, input + pixel);
              sum += value;
            });
            store(output + to, weight * sum + bias);
          }
        }
      }
    }
  }
};

// The parameters' gradients are sums over all pixels: taken image by image, lest small numbers be lost beside large ones.
struct SubsampleBackward {
  const PoolShape& shape;
  const float* input;
  const float* output_gradient;
  const float* params;
  float* input_gradient;
  float* params_gradient;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      typename Vector<lanes>::Floats weight, weight_gradient = {}, bias_gradient = {};
      load(weight, params + channel);
      for (int sample = 0; sample < shape.samples; ++sample) {
        typename Vector<lanes>::Floats of_weight = {}, of_bias = {};
        for (int y = 0; y < shape.rows.windows(); ++y) {
          for (int x = 0; x < shape.columns.windows(); ++x) {
            typename Vector<lanes>::Floats value, gradient, sum = {};
            load(gradient, output_gradient + sample * shape.output_count() + shape.window(y, x) + channel);
            for_each_pixel(shape, sample * shape.input_count() + channel, y, x, [&](std::int64_t pixel) {
              load(value, input + pixel);
              sum += value;
              if (input_gradient != nullptr) store(input_gradient + pixel, weight * gradient);
            });
            of_weight += gradient * sum;
            of_bias += gradient;
          }
        }
        weight_gradient += of_weight;
        bias_gradient += of_bias;
      }
      store(params_gradient + channel, weight_gradient);
      store(params_gradient + shape.channels + channel, bias_gradient);
    }
  }
};

class SubsampleKernel : public LayerKernel {
 public:
  SubsampleKernel(const LayerCall& call, const Subsample& subsample, SimdLevel level)
      : shape_(call, {.kernel = subsample.kernel, .stride = subsample.kernel}), level_(level) {}

  void forward(const ForwardArgs& args) override {
    run_widest(level_, SubsampleForward{shape_, args.input, args.params, args.output}, shape_.channels);
  }

  void backward(const BackwardArgs& args) override {
    run_widest(level_,
               SubsampleBackward{shape_, args.input, args.output_gradient, args.params, args.input_gradient,
                                 args.params_gradient},
               shape_.channels);
  }

 private:
  PoolShape shape_;
  SimdLevel level_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_subsample(const LayerCall& call, const Subsample& subsample, SimdLevel level) {
  return std::make_unique<SubsampleKernel>(call, subsample, level);
}

}  // namespace ringside::loops
