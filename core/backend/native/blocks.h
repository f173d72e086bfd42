// The native order of activations: images in blocks of 16, a block [row][column][channel][image]. So the 16 images of a block
// stand side by side in place of every value of one, a register each on the widest CPUs, and no channel needs padding. The
// last block holds the images that are left, fewer side by side: an activation takes as many floats as in any order. NHWC,
// as the host has images, is the same with a block transposed.
#pragma once
#include <algorithm>
#include <cstdint>

namespace ringside::native {

constexpr int block_images = 16;

class Blocks {
 public:
  explicit Blocks(int images) : full_(images / block_images), rest_(images % block_images) {}

  int full() const { return full_; }  // blocks of 16 images
  int rest() const { return rest_; }  // images of the last block, 0 if there is none
  int count() const { return full_ + (rest_ > 0 ? 1 : 0); }
  int images(int block) const { return block < full_ ? block_images : rest_; }

  // Where a block begins in an activation of so many floats an image.
  static std::int64_t start(int block, std::int64_t image_floats) { return block * block_images * image_floats; }

 private:
  int full_, rest_;
};

}  // namespace ringside::native
