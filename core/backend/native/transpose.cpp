// Squares of as many rows as a register has lanes are transposed in registers; what is left over goes float by float.
#include "core/backend/native/transpose.h"

#include <utility>

#include "core/backend/native/blocks.h"

namespace ringside::native {

namespace {

// Swaps, of two rows `distance` apart, the part of the first right of the diagonal with that of the second left of it.
template <int lanes, int distance, int... lane>
RINGSIDE_INLINE void swap_halves(typename Vector<lanes>::Floats& upper, typename Vector<lanes>::Floats& lower,
                                 std::integer_sequence<int, lane...>) {
  const auto up = upper;
  upper = __builtin_shufflevector(up, lower, ((lane & distance) != 0 ? lanes + (lane ^ distance) : lane)...);
  lower = __builtin_shufflevector(up, lower, ((lane & distance) != 0 ? lanes + lane : lane ^ distance)...);
}

template <int lanes, int distance = lanes / 2>
RINGSIDE_INLINE void transpose_square(typename Vector<lanes>::Floats (&rows)[lanes]) {
  if constexpr (distance > 0) {
#pragma GCC unroll 16
    for (int row = 0; row < lanes; ++row) {
      if ((row & distance) != 0) continue;
      swap_halves<lanes, distance>(rows[row], rows[row + distance], std::make_integer_sequence<int, lanes>());
    }
    transpose_square<lanes, distance / 2>(rows);
  }
}

struct Transposition {
  const float* from;
  std::int64_t rows, columns;
  std::int64_t from_stride;
  float* to;
  std::int64_t to_stride;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    const std::int64_t even_rows = rows / lanes * lanes;
    const std::int64_t even_columns = columns / lanes * lanes;
    for (std::int64_t row = 0; row < even_rows; row += lanes) {
      for (std::int64_t column = 0; column < even_columns; column += lanes) square<lanes>(row, column);
    }
    copy(0, even_rows, even_columns, columns);
    copy(even_rows, rows, 0, columns);
  }

 private:
  template <int lanes>
  RINGSIDE_INLINE void square(std::int64_t row, std::int64_t column) const {
    typename Vector<lanes>::Floats values[lanes];
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) load(values[i], from + (row + i) * from_stride + column);
    transpose_square<lanes>(values);
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) store(to + (column + i) * to_stride + row, values[i]);
  }

  RINGSIDE_INLINE void copy(std::int64_t first_row, std::int64_t end_row, std::int64_t first_column,
                            std::int64_t end_column) const {
    for (std::int64_t row = first_row; row < end_row; ++row) {
      for (std::int64_t column = first_column; column < end_column; ++column) {
        to[column * to_stride + row] = from[row * from_stride + column];
      }
    }
  }
};

}  // namespace

void put_side_by_side(SimdLevel level, const float* from, int images, std::int64_t values, float* to) {
  run_at(level, Transposition{from, images, values, values, to, images});
}

void put_one_after_another(SimdLevel level, const float* from, int images, std::int64_t values, float* to,
                           std::int64_t stride) {
  run_at(level, Transposition{from, values, images, images, to, stride});
}

void widen(const float* from, int images, std::int64_t values, float* to) {
  for (std::int64_t value = 0; value < values; ++value, from += images, to += block_images) {
    for (int image = 0; image < block_images; ++image) to[image] = image < images ? from[image] : 0;
  }
}

void narrow(const float* from, int images, std::int64_t values, float* to) {
  for (std::int64_t value = 0; value < values; ++value, from += block_images, to += images) {
    for (int image = 0; image < images; ++image) to[image] = from[image];
  }
}

void from_nhwc(SimdLevel level, const float* from, int images, std::int64_t image_floats, float* to) {
  const Blocks blocks(images);
  for (int block = 0; block < blocks.count(); ++block) {
    const std::int64_t at = Blocks::start(block, image_floats);
    put_side_by_side(level, from + at, blocks.images(block), image_floats, to + at);
  }
}

void to_nhwc(SimdLevel level, const float* from, int images, std::int64_t image_floats, float* to) {
  const Blocks blocks(images);
  for (int block = 0; block < blocks.count(); ++block) {
    const std::int64_t at = Blocks::start(block, image_floats);
    put_one_after_another(level, from + at, blocks.images(block), image_floats, to + at, image_floats);
  }
}

}  // namespace ringside::native
