// Shape of one sample. Activations of a batch are NHWC: [sample][row][column][channel], floats.
#pragma once
#include <cstdint>

namespace ringside {

struct Shape {
  int channels = 1;
  int height = 1;
  int width = 1;

  std::int64_t pixels() const { return std::int64_t{height} * width; }
  std::int64_t count() const { return pixels() * channels; }
  bool operator==(const Shape&) const = default;
};

}  // namespace ringside
