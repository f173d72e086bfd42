// The images of a last block that is not full, cut into horizontal strips that take the empty places beside them: a batch of
// 100 takes little longer than 96 and a quarter of a block, not 112.
#pragma once
#include "core/backend/native/windows.h"

namespace ringside::native {

class Strips {
 public:
  // Requires: images < 16.
  Strips(const Windows& whole, int images);

  // Of one strip, whose input has its padding rows, and its neighbours' rows, in it.
  const Windows& windows() const { return windows_; }
  std::int64_t input_floats() const { return windows_.input.count() * block_images; }
  std::int64_t output_floats() const { return windows_.output.count() * block_images; }

  // From the block [row][column][channel][image] to [row of a strip][column][channel][strip, image]; rows that no image has
  // are zero.
  void cut_input(const float* block, float* strips) const;
  void cut_output(const float* block, float* strips) const;
  // Back.
  void join_output(const float* strips, float* block) const;

 private:
  void cut(const float* block, int block_rows, std::int64_t row_values, int first_row, int row_step, int rows,
           float* strips) const;

  Windows whole_, windows_;
  int images_, strips_;
};

}  // namespace ringside::native
