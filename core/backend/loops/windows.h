// Which inputs a pooling window covers, and which windows cover an input, along one axis.
#pragma once
#include <algorithm>
#include <vector>

namespace ringside::loops {

// Half open.
struct Range {
  int begin = 0;
  int end = 0;
};

// Positions count from the first real input; padding lies below 0 and from `size` on.
class WindowAxis {
 public:
  WindowAxis(int size, int windows, int kernel, int stride, int pad)
      : size_(size), windows_(windows), kernel_(kernel), stride_(stride), pad_(pad) {
    for (int input = 0; input < size; ++input) {
      const int from_edge = input + pad;
      const int first = from_edge < kernel ? 0 : (from_edge - kernel) / stride + 1;
      windows_over_.push_back({first, std::min(from_edge / stride + 1, windows)});
    }
    for (int window = 0; window < windows; ++window) {
      const int length = std::min(start(window) + kernel, size + pad) - start(window);
      shares_.push_back(1 / static_cast<float>(length));
    }
  }

  int size() const { return size_; }        // inputs
  int windows() const { return windows_; }  // outputs
  int kernel() const { return kernel_; }

  int start(int window) const { return window * stride_ - pad_; }
  Range inputs(int window) const { return {std::max(start(window), 0), std::min(start(window) + kernel_, size_)}; }
  Range windows_over(int input) const { return windows_over_[static_cast<std::size_t>(input)]; }

  // One over the inputs the window covers, padding included, but not what lies beyond it.
  float share(int window) const { return shares_[static_cast<std::size_t>(window)]; }

 private:
  int size_, windows_, kernel_, stride_, pad_;
  std::vector<Range> windows_over_;
  std::vector<float> shares_;
};

}  // namespace ringside::loops
