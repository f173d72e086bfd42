// The order in which training sees its samples, and their way from bytes to floats.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/dataset.h"

namespace ringside {

// Fills batches. Epoch after epoch the samples come in a new seeded order, the same for every strategy and number of
// devices; epochs follow each other without a gap, so that every batch is full and nothing is dropped.
class Batches {
 public:
  // A pixel becomes (pixel - mean) · scale; `mean` has shape.count() floats (NHWC), or is empty for none.
  // Requires: data.count() > 0, batch > 0. Keeps a reference to `data`.
  Batches(const LabelledImages& data, int batch, std::vector<float> mean, float scale, std::uint64_t seed);

  int batch() const { return batch_; }

  // Writes batch `step`: batch · shape.count() floats NHWC and one label a sample. Any step at any time.
  void fill(std::int64_t step, float* images, float* labels);

  // Writes samples [first, first + count) in stored order (for evaluation).
  void fill_in_order(int first, int count, float* images, float* labels) const;

 private:
  void write(int sample, float* image, float* label) const;
  const std::vector<int>& order_of(std::int64_t epoch);

  const LabelledImages& data_;
  int batch_;
  std::vector<float> mean_;
  float scale_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;
  std::vector<int> order_;
};

// The mean image of a set (shape.count() floats), summed in double.
std::vector<float> mean_image(const LabelledImages& data);

// The mean of each channel, spread over an image.
std::vector<float> mean_channels(const LabelledImages& data);

}  // namespace ringside
