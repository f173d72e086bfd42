// A convolution's sizes, and which of its inputs a pixel's sum takes: in one row, pixels and channels lie one after another.
#pragma once
#include <algorithm>

#include "core/backend/native/blocks.h"
#include "core/backend/simd.h"
#include "core/net/shape.h"

namespace ringside::native {

struct Windows {
  Shape input, output;
  int kernel = 1;
  int stride = 1;
  int row_pad = 0, column_pad = 0;

  int places() const { return kernel * kernel; }
};

// Half open: the places of a window along an axis that begins at `start` that lie on an image of `size`.
struct Places {
  Places(int start, int kernel, int size) : begin(std::max(0, -start)), end(std::min(kernel, size - start)) {}
  int begin, end;
};

// The outputs of the windows, summed over inputs.
struct FromInputs {
  const Windows& windows;

  Shape from() const { return windows.input; }
  Shape to() const { return windows.output; }

  // f(where the inputs begin, first of all the weights of an output that they are multiplied with, how many) for every
  // row of the window of output (y, x).
  template <class F>
  RINGSIDE_INLINE void for_each_row(int y, int x, const F& f) const {
    const int top = y * windows.stride - windows.row_pad;
    const int left = x * windows.stride - windows.column_pad;
    const Places rows(top, windows.kernel, windows.input.height);
    const Places columns(left, windows.kernel, windows.input.width);
    const std::int64_t channels = windows.input.channels;
    for (int row = rows.begin; row < rows.end; ++row) {
      f((std::int64_t{top + row} * windows.input.width + left + columns.begin) * channels * block_images,
        (row * windows.kernel + columns.begin) * channels, (columns.end - columns.begin) * channels);
    }
  }
};

// The gradient of the inputs, summed over the outputs of the windows that see them. (With stride 1 it is that of
// FromInputs on a turned kernel, whose rows are longer.)
struct FromOutputs {
  const Windows& windows;

  Shape from() const { return windows.output; }
  Shape to() const { return windows.input; }

  template <class F>
  RINGSIDE_INLINE void for_each_row(int y, int x, const F& f) const {
    const std::int64_t channels = windows.output.channels;
    for (int row = 0; row < windows.kernel; ++row) {
      const int from_y = output_of(y + windows.row_pad - row, windows.output.height);
      if (from_y < 0) continue;
      for (int column = 0; column < windows.kernel; ++column) {
        const int from_x = output_of(x + windows.column_pad - column, windows.output.width);
        if (from_x < 0) continue;
        f((std::int64_t{from_y} * windows.output.width + from_x) * channels * block_images,
          (row * windows.kernel + column) * channels, channels);
      }
    }
  }

 private:
  // The output whose window begins here, before padding; negative: there is none.
  int output_of(int start, int outputs) const {
    return start >= 0 && start % windows.stride == 0 && start / windows.stride < outputs ? start / windows.stride : -1;
  }
};

}  // namespace ringside::native
