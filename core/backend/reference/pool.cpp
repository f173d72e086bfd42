// Maximum and average pooling.
#include <algorithm>
#include <bit>

#include "core/backend/reference/layers.h"

namespace ringside::reference {

namespace {

// The rows (or columns) of one window: [begin, end) lies on the image; `size` counts the padding it covers, too.
struct Extent {
  int begin, end, size;
};

Extent extent(int output, const Pool& pool, int input) {
  const int first = output * pool.stride - pool.pad;
  const int last = std::min(first + pool.kernel, input + pool.pad);
  return {std::max(first, 0), std::min(last, input), last - first};
}

// What both kinds share: how to walk from output to window.
class PoolKernel : public LayerKernel {
 public:
  PoolKernel(const LayerCall& call, const Pool& pool) : call_(call), pool_(pool) {}

 protected:
  std::int64_t inputs() const { return call_.samples * call_.layer.input.pixels() * call_.channels; }

  // f(place of the output, rows, columns, place of its image's first value of the same channel)
  template <class F>
  void for_each_output(F f) const {
    const Shape in = call_.layer.input;
    const Shape out = call_.layer.output;
    std::int64_t output = 0;
    for (int sample = 0; sample < call_.samples; ++sample) {
      for (int y = 0; y < out.height; ++y) {
        const Extent rows = extent(y, pool_, in.height);
        for (int x = 0; x < out.width; ++x) {
          const Extent columns = extent(x, pool_, in.width);
          for (int c = 0; c < call_.channels; ++c) {
            f(output++, rows, columns, sample * in.pixels() * call_.channels + c);
          }
        }
      }
    }
  }

  // f(pixel), row by row
  template <class F>
  void for_each_pixel(Extent rows, Extent columns, F f) const {
    for (int row = rows.begin; row < rows.end; ++row) {
      for (int column = columns.begin; column < columns.end; ++column) f(row * call_.layer.input.width + column);
    }
  }

  std::int64_t step() const { return call_.channels; }  // from pixel to pixel

 private:
  LayerCall call_;
  Pool pool_;
};

// Leaves the winning pixel's number in `state`: an int in a float's place. Of equals the first wins.
class MaxPool : public PoolKernel {
 public:
  using PoolKernel::PoolKernel;

  void forward(const ForwardArgs& args) override {
    for_each_output([&](std::int64_t output, Extent rows, Extent columns, std::int64_t image) {
      int winner = -1;
      float most = 0;
      for_each_pixel(rows, columns, [&](int pixel) {
        const float value = args.input[image + pixel * step()];
        // Not a number wins, so that a model gone astray is noticed.
        if (winner < 0 || value > most || value != value) {
          winner = pixel;
          most = value;
        }
      });
      args.output[output] = most;
      args.state[output] = std::bit_cast<float>(winner);
    });
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    std::fill_n(args.input_gradient, inputs(), 0.0F);
    for_each_output([&](std::int64_t output, Extent, Extent, std::int64_t image) {
      const int winner = std::bit_cast<int>(args.state[output]);
      args.input_gradient[image + winner * step()] += args.output_gradient[output];
    });
  }
};

class AveragePool : public PoolKernel {
 public:
  using PoolKernel::PoolKernel;

  void forward(const ForwardArgs& args) override {
    for_each_output([&](std::int64_t output, Extent rows, Extent columns, std::int64_t image) {
      double sum = 0;
      for_each_pixel(rows, columns, [&](int pixel) { sum += args.input[image + pixel * step()]; });
      args.output[output] = static_cast<float>(sum / (rows.size * columns.size));
    });
  }

  void backward(const BackwardArgs& args) override {
    if (args.input_gradient == nullptr) return;
    std::fill_n(args.input_gradient, inputs(), 0.0F);
    for_each_output([&](std::int64_t output, Extent rows, Extent columns, std::int64_t image) {
      const float share = args.output_gradient[output] / static_cast<float>(rows.size * columns.size);
      for_each_pixel(rows, columns, [&](int pixel) { args.input_gradient[image + pixel * step()] += share; });
    });
  }
};

}  // namespace

std::unique_ptr<LayerKernel> make_max_pool(const LayerCall& call, const Pool& pool) {
  return std::make_unique<MaxPool>(call, pool);
}

std::unique_ptr<LayerKernel> make_average_pool(const LayerCall& call, const Pool& pool) {
  return std::make_unique<AveragePool>(call, pool);
}

}  // namespace ringside::reference
