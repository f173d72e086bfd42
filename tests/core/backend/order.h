// A backend's own order of an activation's values, learnt from how it arranges images.
#pragma once
#include <numeric>
#include <vector>

#include "core/backend/kernels.h"

namespace ringside::test {

class Order {
 public:
  Order(Kernels& kernels, int samples, Shape shape)
      : kernels_(kernels), samples_(samples), shape_(shape), nhwc_(static_cast<std::size_t>(samples * shape.count())) {
    std::iota(nhwc_.begin(), nhwc_.end(), 0.0F);
    nhwc_ = from_nhwc(nhwc_);
  }

  std::vector<float> from_nhwc(const std::vector<float>& values) const {
    std::vector<float> arranged(values.size());
    kernels_.arrange({values.data(), arranged.data(), samples_, shape_});
    return arranged;
  }

  std::vector<float> to_nhwc(const std::vector<float>& values) const {
    std::vector<float> plain(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) plain[static_cast<std::size_t>(nhwc_[i])] = values[i];
    return plain;
  }

 private:
  Kernels& kernels_;
  int samples_;
  Shape shape_;
  std::vector<float> nhwc_;  // of each value in the backend's order, its place in NHWC
};

}  // namespace ringside::test
