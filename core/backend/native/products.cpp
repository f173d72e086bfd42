// Forward and the input's gradient have images side by side; the weights' gradient, a sum over images, has inputs.
#include "core/backend/native/products.h"

#include <algorithm>
#include <cstring>

#include "core/backend/native/multiply.h"
#include "core/backend/native/panels.h"

namespace ringside::native {

namespace {

template <int lanes>
constexpr int columns_per_block = block_images / lanes;

// Four columns at a time share every weight.
template <int lanes>
constexpr int most_columns = 4;

// Blocks [0, blocks) in groups of as many columns as there can be, halved for what is left over.
// f(block, std::integral_constant<int, columns>)
template <int lanes, int columns, class F>
RINGSIDE_INLINE void for_each_group(int first, int blocks, const F& f) {
  constexpr int group = columns / columns_per_block<lanes>;
  int block = first;
  for (; block + group <= blocks; block += group) f(block, std::integral_constant<int, columns>());
  if constexpr (group > 1) {
    if (block < blocks) for_each_group<lanes, columns / 2>(block, blocks, f);
  }
}

struct DenseForward {
  const DenseForwardArgs& args;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    constexpr int most = most_sums<lanes> / most_columns<lanes>;
    const Panels panels{args.outputs, most};
    const std::int64_t input_step = std::int64_t{args.inputs} * block_images;
    const std::int64_t output_step = std::int64_t{args.outputs} * block_images;
    for_each_group<lanes, most_columns<lanes>>(
        0, args.blocks, [&](int block, auto columns) __attribute__((always_inline)) {
          for (int panel = 0; panel < panels.count(); ++panel) {
            const int first = panels.first(panel);
            with_constant<most>(
                panels.size(panel), [&](auto outputs) __attribute__((always_inline)) {
                  Sums<lanes, outputs, columns> sums;
                  sums.begin(args.bias + first);
                  sums.add(args.input + block * input_step, input_step,
                           InRows{args.weights + std::int64_t{first} * args.inputs, args.inputs}, args.inputs);
                  sums.end(args.output + block * output_step + std::int64_t{first} * block_images, output_step);
                });
          }
        });
  }
};

struct DenseInputGradient {
  const DenseInputGradientArgs& args;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    constexpr int most = most_sums<lanes> / most_columns<lanes>;
    const Panels panels{args.inputs, most};
    const std::int64_t input_step = std::int64_t{args.inputs} * block_images;
    const std::int64_t output_step = std::int64_t{args.outputs} * block_images;
    for_each_group<lanes, most_columns<lanes>>(
        0, args.blocks, [&](int block, auto columns) __attribute__((always_inline)) {
          for (int panel = 0; panel < panels.count(); ++panel) {
            const int first = panels.first(panel);
            with_constant<most>(
                panels.size(panel), [&](auto inputs) __attribute__((always_inline)) {
                  Sums<lanes, inputs, columns> sums;
                  sums.begin(nullptr);
                  sums.add(args.output_gradient + block * output_step, output_step,
                           FarApart{args.weights + first, args.inputs}, args.outputs);
                  sums.end(args.input_gradient + block * input_step + std::int64_t{first} * block_images, input_step);
                });
          }
        });
  }
};

struct DenseWeightsGradient {
  const DenseWeightsGradientArgs& args;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    constexpr int most_vectors = 4;
    const int vectors = (args.inputs + lanes - 1) / lanes;
    for (int vector = 0; vector < vectors; vector += most_vectors) {
      with_constant<most_vectors>(
          std::min(most_vectors, vectors - vector), [&](auto count) __attribute__((always_inline)) {
            this->template columns<lanes, count>(vector * lanes);
          });
    }
    for (int o = 0; o < args.outputs; ++o) args.bias_gradient[o] = gradient_sum(o);
  }

 private:
  template <int lanes, int vectors>
  RINGSIDE_INLINE void columns(int first) const {
    constexpr int most = most_sums<lanes> / 4;
    const Panels panels{args.outputs, most};
    for (int panel = 0; panel < panels.count(); ++panel) {
      with_constant<most>(
          panels.size(panel), [&](auto outputs) __attribute__((always_inline)) {
            this->template tile<lanes, vectors, outputs>(first, panels.first(panel));
          });
    }
  }

  template <int lanes, int vectors, int outputs>
  RINGSIDE_INLINE void tile(int first, int first_output) const {
    typename Vector<lanes>::Floats sums[outputs][vectors] = {};
    const float* input = args.input + first;
    for_each_block(
        first_output, [&](const float* gradients, int images) __attribute__((always_inline)) {
          for (int image = 0; image < images; ++image, input += args.input_stride) {
            typename Vector<lanes>::Floats values[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v) load(values[v], input + v * lanes);
#pragma GCC unroll 8
            for (int o = 0; o < outputs; ++o) {
              const float gradient = gradients[o * images + image];
#pragma GCC unroll 4
              for (int v = 0; v < vectors; ++v) sums[o][v] += gradient * values[v];
            }
          }
        });
#pragma GCC unroll 8
    for (int o = 0; o < outputs; ++o) {
      float* to = args.weights_gradient + std::int64_t{first_output + o} * args.inputs + first;
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) {
        const int left = args.inputs - first - v * lanes;
        if (left >= lanes) {
          store(to + v * lanes, sums[o][v]);
        } else {
          float last[lanes];
          store(last, sums[o][v]);
          std::copy_n(last, left, to + v * lanes);
        }
      }
    }
  }

  // f(where the block's gradients of an output begin, images of the block)
  template <class F>
  RINGSIDE_INLINE void for_each_block(int output, const F& f) const {
    const Blocks blocks(args.images);
    for (int block = 0; block < blocks.count(); ++block) {
      const int images = blocks.images(block);
      f(args.output_gradient + Blocks::start(block, args.outputs) + std::int64_t{output} * images, images);
    }
  }

  RINGSIDE_INLINE float gradient_sum(int output) const {
    float sums[block_images] = {};
    for_each_block(
        output, [&](const float* gradients, int images) __attribute__((always_inline)) {
          if (images == block_images) {
            for (int image = 0; image < block_images; ++image) sums[image] += gradients[image];
          } else {
            for (int image = 0; image < images; ++image) sums[image] += gradients[image];
          }
        });
    for (int width = block_images / 2; width > 0; width /= 2) {
      for (int image = 0; image < width; ++image) sums[image] += sums[image + width];
    }
    return sums[0];
  }
};

}  // namespace

void dense_forward(SimdLevel level, const DenseForwardArgs& args) {
  run_at(level, DenseForward{args});
}

void dense_input_gradient(SimdLevel level, const DenseInputGradientArgs& args) {
  run_at(level, DenseInputGradient{args});
}

void dense_weights_gradient(SimdLevel level, const DenseWeightsGradientArgs& args) {
  run_at(level, DenseWeightsGradient{args});
}

}  // namespace ringside::native
