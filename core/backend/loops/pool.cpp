// Maximum and average pooling. Both directions run over what they write, so that every float is written once: backward
// gathers, an input summing what the windows over it have for it.
#include <algorithm>

#include "core/backend/loops/layers.h"
#include "core/backend/loops/pool_shape.h"
#include "core/backend/simd.h"

namespace ringside::loops {

namespace {

// A loop over every output (forward) or every input (backward) of a call; `Step` does one of them, all channels.
template <class Step>
struct ForEachOutput {
  const PoolShape& shape;
  Step step;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    std::int64_t output = 0;
    for (int sample = 0; sample < shape.samples; ++sample) {
      const std::int64_t image = sample * shape.input_count();
      for (int y = 0; y < shape.rows.windows(); ++y) {
        for (int x = 0; x < shape.columns.windows(); ++x, output += shape.channels) {
          step.template run<lanes>(shape, y, x, image, output);
        }
      }
    }
  }
};

template <class Step>
struct ForEachInput {
  const PoolShape& shape;
  Step step;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    std::int64_t input = 0;
    for (int sample = 0; sample < shape.samples; ++sample) {
      const std::int64_t outputs = sample * shape.output_count();
      for (int row = 0; row < shape.rows.size(); ++row) {
        for (int column = 0; column < shape.columns.size(); ++column, input += shape.channels) {
          step.template run<lanes>(shape, row, column, outputs, input);
        }
      }
    }
  }
};

// The state holds the place of every maximum in its window, as a 32-bit integer.
struct MaxForward {
  const float* input;
  float* output;
  float* state;

  template <int lanes>
  RINGSIDE_INLINE void run(const PoolShape& shape, int y, int x, std::int64_t image, std::int64_t to) const {
    using Ints = typename Vector<lanes>::Ints;
    const Range rows = shape.rows.inputs(y);
    const Range columns = shape.columns.inputs(x);
    const int top = shape.rows.start(y);
    const int left = shape.columns.start(x);
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      typename Vector<lanes>::Floats best, value, astray = {};
      load(best, input + image + shape.pixel(rows.begin, columns.begin) + channel);
      Ints place = Ints{} + shape.place(rows.begin - top, columns.begin - left);
      for (int row = rows.begin; row < rows.end; ++row) {
        for (int column = columns.begin; column < columns.end; ++column) {
          load(value, input + image + shape.pixel(row, column) + channel);
          const Ints larger = value > best;
          best = larger ? value : best;
          place = larger ? Ints{} + shape.place(row - top, column - left) : place;
          astray += value - value;  // NOLINT(misc-redundant-expression): NaN if not finite
        }
      }
      // Zero, unless a value was not finite: a model gone astray is noticed.
      store(output + to + channel, best + astray);
      store(state + to + channel, place);
    }
  }
};

struct MaxBackward {
  const float* output_gradient;
  const float* state;
  float* input_gradient;

  template <int lanes>
  RINGSIDE_INLINE void run(const PoolShape& shape, int row, int column, std::int64_t outputs, std::int64_t to) const {
    using Floats = typename Vector<lanes>::Floats;
    const Range ys = shape.rows.windows_over(row);
    const Range xs = shape.columns.windows_over(column);
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      Floats gradient, sum = {};
      typename Vector<lanes>::Ints place;
      for (int y = ys.begin; y < ys.end; ++y) {
        for (int x = xs.begin; x < xs.end; ++x) {
          const std::int64_t from = outputs + shape.window(y, x) + channel;
          load(gradient, output_gradient + from);
          load(place, state + from);
          const int here = shape.place(row - shape.rows.start(y), column - shape.columns.start(x));
          sum += place == here ? gradient : Floats{};
        }
      }
      store(input_gradient + to + channel, sum);
    }
  }
};

struct AverageForward {
  const float* input;
  float* output;

  template <int lanes>
  RINGSIDE_INLINE void run(const PoolShape& shape, int y, int x, std::int64_t image, std::int64_t to) const {
    const Range rows = shape.rows.inputs(y);
    const Range columns = shape.columns.inputs(x);
    const float share = shape.rows.share(y) * shape.columns.share(x);
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      typename Vector<lanes>::Floats value, sum = {};
      for (int row = rows.begin; row < rows.end; ++row) {
        for (int column = columns.begin; column < columns.end; ++column) {
          load(value, input + image + shape.pixel(row, column) + channel);
          sum += value;
        }
      }
      store(output + to + channel, sum * share);
    }
  }
};

struct AverageBackward {
  const float* output_gradient;
  float* input_gradient;

  template <int lanes>
  RINGSIDE_INLINE void run(const PoolShape& shape, int row, int column, std::int64_t outputs, std::int64_t to) const {
    const Range ys = shape.rows.windows_over(row);
    const Range xs = shape.columns.windows_over(column);
    for (int next = 0; next < shape.channels; next += lanes) {
      const int channel = std::min(next, shape.channels - lanes);
      typename Vector<lanes>::Floats gradient, sum = {};
      for (int y = ys.begin; y < ys.end; ++y) {
        for (int x = xs.begin; x < xs.end; ++x) {
          load(gradient, output_gradient + outputs + shape.window(y, x) + channel);
          sum += gradient * (shape.rows.share(y) * shape.columns.share(x));
        }
      }
      store(input_gradient + to + channel, sum);
    }
  }
};

template <class Step>
void for_each_output(SimdLevel level, const PoolShape& shape, const Step& step) {
  run_widest(level, ForEachOutput<Step>{shape, step}, shape.channels);
}

template <class Step>
void for_each_input(SimdLevel level, const PoolShape& shape, const Step& step) {
  run_widest(level, ForEachInput<Step>{shape, step}, shape.channels);
}

class MaxPool : public LayerKernel {
 public:
  MaxPool(const LayerCall& call, const Pool& pool, SimdLevel level, int images)
      : shape_(call, pool, images), level_(level) {}

  void forward(const ForwardArgs& args) override {
    for_each_output(level_, shape_, MaxForward{args.input, args.output, args.state});
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    for_each_input(level_, shape_, MaxBackward{args.output_gradient, args.state, args.input_gradient});
  }

 private:
  PoolShape shape_;
  SimdLevel level_;
};

class AveragePool : public LayerKernel {
 public:
  AveragePool(const LayerCall& call, const Pool& pool, SimdLevel level, int images)
      : shape_(call, pool, images), level_(level) {}

  void forward(const ForwardArgs& args) override {
    for_each_output(level_, shape_, AverageForward{args.input, args.output});
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    for_each_input(level_, shape_, AverageBackward{args.output_gradient, args.input_gradient});
  }

 private:
  PoolShape shape_;
  SimdLevel level_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_pool(const LayerCall& call, const Pool& pool, SimdLevel level, int images) {
  if (pool.kind == Pool::Kind::max) return std::make_unique<MaxPool>(call, pool, level, images);
  return std::make_unique<AveragePool>(call, pool, level, images);
}

}  // namespace ringside::loops
