// Strip s of image i stands in place s · images + i.
#include "core/backend/native/strips.h"

#include <algorithm>

namespace ringside::native {

Strips::Strips(const Windows& whole, int images) : whole_(whole), windows_(whole), images_(std::max(images, 1)) {
  const int most = std::min(block_images / images_, whole.output.height);
  windows_.output.height = (whole.output.height + most - 1) / most;
  strips_ = (whole.output.height + windows_.output.height - 1) / windows_.output.height;
  windows_.input.height = (windows_.output.height - 1) * whole.stride + whole.kernel;
  windows_.row_pad = 0;
}

void Strips::cut_input(const float* block, float* strips) const {
  cut(block, whole_.input.height, std::int64_t{whole_.input.width} * whole_.input.channels, -whole_.row_pad,
      windows_.output.height * whole_.stride, windows_.input.height, strips);
}

void Strips::cut_output(const float* block, float* strips) const {
  cut(block, whole_.output.height, std::int64_t{whole_.output.width} * whole_.output.channels, 0,
      windows_.output.height, windows_.output.height, strips);
}

void Strips::cut(const float* block, int block_rows, std::int64_t row_values, int first_row, int row_step, int rows,
                 float* strips) const {
  std::fill_n(strips, rows * row_values * block_images, 0.0F);
  for (int strip = 0; strip < strips_; ++strip) {
    for (int row = 0; row < rows; ++row) {
      const int from_row = first_row + strip * row_step + row;
      if (from_row < 0 || from_row >= block_rows) continue;
      const float* from = block + from_row * row_values * images_;
      float* to = strips + row * row_values * block_images + strip * images_;
      for (std::int64_t value = 0; value < row_values; ++value, from += images_, to += block_images) {
        for (int image = 0; image < images_; ++image) to[image] = from[image];
      }
    }
  }
}

void Strips::join_output(const float* strips, float* block) const {
  const std::int64_t row_values = std::int64_t{whole_.output.width} * whole_.output.channels;
  for (int row = 0; row < whole_.output.height; ++row) {
    const int strip = row / windows_.output.height;
    const float* from = strips + row % windows_.output.height * row_values * block_images + strip * images_;
    float* to = block + row * row_values * images_;
    for (std::int64_t value = 0; value < row_values; ++value, from += block_images, to += images_) {
      for (int image = 0; image < images_; ++image) to[image] = from[image];
    }
  }
}

}  // namespace ringside::native
