// The inner loop of every product with weights: sums of several outputs for several columns of images, all in registers.
#pragma once
#include "core/backend/native/blocks.h"
#include "core/backend/simd.h"

namespace ringside::native {

// Weights with the outputs of a panel side by side, `step` floats from an input's to the next one's.
struct SideBySide {
  const float* at;
  std::int64_t step;
  RINGSIDE_INLINE float operator()(std::int64_t input, int output) const { return at[input * step + output]; }
};

// The same from a matrix so wide that every input's weights are on a page of their own, where the CPU foresees nothing.
struct FarApart {
  const float* at;
  std::int64_t step;
  RINGSIDE_INLINE float operator()(std::int64_t input, int output) const {
    if (output == 0) __builtin_prefetch(at + (input + 16) * step);
    return at[input * step + output];
  }
};

// Weights with a row for every output.
struct InRows {
  const float* at;
  std::int64_t row;
  RINGSIDE_INLINE float operator()(std::int64_t input, int output) const { return at[output * row + input]; }
};

// A column is as many images as a register has lanes; a block of 16 has 16 / lanes of them. Sums of several columns use a
// weight that many times, and keep the adders busy for as long as a sum takes.
template <int lanes, int outputs, int columns>
struct Sums {
  static constexpr int columns_per_block = block_images / lanes;
  typename Vector<lanes>::Floats at[outputs][columns];

  // Where a column stands from the first one's place on, in an array with `block_step` floats from block to block.
  static RINGSIDE_INLINE std::int64_t place(int column, std::int64_t block_step) {
    return column / columns_per_block * block_step + column % columns_per_block * lanes;
  }

  RINGSIDE_INLINE void begin(const float* bias) {
#pragma GCC unroll 32
    for (int o = 0; o < outputs; ++o) {
#pragma GCC unroll 4
      for (int c = 0; c < columns; ++c) at[o][c] = typename Vector<lanes>::Floats{} + (bias != nullptr ? bias[o] : 0);
    }
  }

  // at[o] += the sum over `inputs` of weights(input, o) · input.
  template <class Weights>
  RINGSIDE_INLINE void add(const float* input, std::int64_t block_step, const Weights& weights, std::int64_t inputs) {
#pragma GCC unroll 1
    for (std::int64_t i = 0; i < inputs; ++i, input += block_images) {
      typename Vector<lanes>::Floats values[columns];
#pragma GCC unroll 4
      for (int c = 0; c < columns; ++c) load(values[c], input + place(c, block_step));
#pragma GCC unroll 32
      for (int o = 0; o < outputs; ++o) {
        const float weight = weights(i, o);
#pragma GCC unroll 4
        for (int c = 0; c < columns; ++c) at[o][c] += weight * values[c];
      }
    }
  }

  RINGSIDE_INLINE void end(float* output, std::int64_t block_step) const {
#pragma GCC unroll 32
    for (int o = 0; o < outputs; ++o) {
#pragma GCC unroll 4
      for (int c = 0; c < columns; ++c) store(output + o * block_images + place(c, block_step), at[o][c]);
    }
  }
};

}  // namespace ringside::native
