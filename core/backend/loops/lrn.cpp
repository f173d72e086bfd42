// Local response normalisation across channels. The state holds every output's scale, k + alpha/size · (sum of squares).
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/backend/loops/layers.h"
#include "core/backend/simd.h"

namespace ringside::loops {

namespace {

// A call's sizes, and rows of one pixel to work in.
struct LrnWork {
  LrnWork(const LayerCall& call, const Lrn& lrn, int images)
      : pixels(call.samples * call.layer.input.pixels()),
        inputs(call.layer.input.channels * images),
        first(call.first_channel * images),
        outputs(call.channels * images),
        step(images),
        size(lrn.size),
        k(lrn.k),
        share(lrn.alpha / static_cast<float>(lrn.size)),
        beta(lrn.beta),
        framed(static_cast<std::size_t>(inputs + (size - 1) * step)),
        sums(static_cast<std::size_t>(inputs)),
        powers(static_cast<std::size_t>(outputs)) {}

  std::int64_t pixels;
  int inputs, first, outputs;
  int step;  // from a channel to the next
  int size;
  float k, share, beta;
  std::vector<float> framed;  // size/2 channels of zeros before and behind
  std::vector<float> sums;
  std::vector<float> powers;  // scale^-beta
};

// sums[c] = the sum of `size` values from framed[c] on, `step` apart.
RINGSIDE_INLINE void sum_windows(const float* __restrict framed, int size, int step, float* __restrict sums,
                                 int count) {
  for (int c = 0; c < count; ++c) sums[c] = framed[c];
  for (int offset = 1; offset < size; ++offset) {
    for (int c = 0; c < count; ++c) sums[c] += framed[c + offset * step];
  }
}

// powers[c] = scales[c]^-beta. The exponent of all published networks needs no logarithm.
RINGSIDE_INLINE void raise(const float* __restrict scales, float beta, float* __restrict powers, int count) {
  if (beta == 0.75F) {
    for (int c = 0; c < count; ++c) {
      const float root = std::sqrt(scales[c]);
      powers[c] = 1 / (root * std::sqrt(root));
    }
  } else {
    for (int c = 0; c < count; ++c) powers[c] = std::pow(scales[c], -beta);
  }
}

struct LrnForward {
  LrnWork& work;
  const float* input;
  float* output;
  float* state;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    float* squares = work.framed.data() + work.size / 2 * work.step;
    for (std::int64_t pixel = 0; pixel < work.pixels; ++pixel) {
      const float* x = input + pixel * work.inputs;
      for (int c = 0; c < work.inputs; ++c) squares[c] = x[c] * x[c];
      this->pixel(x + work.first, output + pixel * work.outputs, state + pixel * work.outputs);
    }
  }

  RINGSIDE_INLINE void pixel(const float* __restrict x, float* __restrict y, float* __restrict scales) const {
    float* __restrict powers = work.powers.data();
    sum_windows(work.framed.data() + work.first, work.size, work.step, scales, work.outputs);
    for (int c = 0; c < work.outputs; ++c) scales[c] = work.k + work.share * scales[c];
    raise(scales, work.beta, powers, work.outputs);
    for (int c = 0; c < work.outputs; ++c) y[c] = x[c] * powers[c];
  }
};

// dx[i] = dy[i] · scale[i]^-beta - 2 · beta · alpha/size · x[i] · sum of dy[c] · y[c] / scale[c] over the windows c over i.
// The output itself is not read: the next layer may have worked in place.
struct LrnBackward {
  LrnWork& work;
  const float* input;
  const float* output_gradient;
  const float* state;
  float* input_gradient;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    // A slice's gradient is what its own outputs give: the other channels' ratios count as zero.
    std::fill(work.framed.begin(), work.framed.end(), 0.0F);
    for (std::int64_t pixel = 0; pixel < work.pixels; ++pixel) {
      this->pixel(input + pixel * work.inputs, output_gradient + pixel * work.outputs, state + pixel * work.outputs,
                  input_gradient + pixel * work.inputs);
    }
    std::fill(work.framed.begin(), work.framed.end(), 0.0F);
  }

  RINGSIDE_INLINE void pixel(const float* __restrict x, const float* __restrict dy, const float* __restrict scales,
                             float* __restrict dx) const {
    float* __restrict powers = work.powers.data();
    float* __restrict ratios = work.framed.data() + work.size / 2 * work.step + work.first;
    float* __restrict sums = work.sums.data();
    const float* own = x + work.first;
    float* own_gradient = dx + work.first;
    raise(scales, work.beta, powers, work.outputs);
    for (int c = 0; c < work.outputs; ++c) ratios[c] = dy[c] * own[c] * powers[c] / scales[c];
    sum_windows(work.framed.data(), work.size, work.step, sums, work.inputs);
    const float factor = -2 * work.beta * work.share;
    for (int i = 0; i < work.inputs; ++i) dx[i] = factor * x[i] * sums[i];
    for (int c = 0; c < work.outputs; ++c) own_gradient[c] += dy[c] * powers[c];
  }
};

class LocalNormalisation : public LayerKernel {
 public:
  LocalNormalisation(const LayerCall& call, const Lrn& lrn, SimdLevel level, int images)
      : work_(call, lrn, images), level_(level) {}

  void forward(const ForwardArgs& args) override {
    run_widest(level_, LrnForward{work_, args.input, args.output, args.state}, work_.inputs);
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    run_widest(level_, LrnBackward{work_, args.input, args.output_gradient, args.state, args.input_gradient},
               work_.inputs);
  }

 private:
  LrnWork work_;
  SimdLevel level_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_lrn(const LayerCall& call, const Lrn& lrn, SimdLevel level, int images) {
  return std::make_unique<LocalNormalisation>(call, lrn, level, images);
}

}  // namespace ringside::loops
