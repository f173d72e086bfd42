// Pooling and subsampling over NHWC. Not cuDNN's pooling: Caffe's last window is clipped, and its average divides by what is
// left of it. Backward gathers, an input summing what the windows over it have for it, so that no two threads write one place.
#pragma once
#include "core/backend/cuda/grid.cuh"

namespace ringside::cuda {

struct Windows {
  int channels;
  int in_height, in_width, out_height, out_width;
  int kernel, stride, pad;
};

// The rows (or columns) of one window: [begin, end) lies on the image; `size` counts the padding it covers, too.
struct Extent {
  int begin, end, size;
};

__device__ inline Extent extent(int output, const Windows& w, int input) {
  const int first = output * w.stride - w.pad;
  const int last = first + w.kernel < input + w.pad ? first + w.kernel : input + w.pad;
  return {first > 0 ? first : 0, last < input ? last : input, last - first};
}

// Place `i` of an NHWC activation.
struct Place {
  std::int64_t sample;
  int row, column, channel;
};

__device__ inline Place place_of(std::int64_t i, int height, int width, int channels) {
  const std::int64_t pixel = i / channels;
  return {pixel / (std::int64_t{height} * width), static_cast<int>(pixel / width % height),
          static_cast<int>(pixel % width), static_cast<int>(i % channels)};
}

// f(place of the input, its number in the image), window by window
template <class F>
__device__ void for_each_input(const Windows& w, const Place& at, F f) {
  const Extent rows = extent(at.row, w, w.in_height);
  const Extent columns = extent(at.column, w, w.in_width);
  const std::int64_t image = at.sample * w.in_height * w.in_width;
  for (int row = rows.begin; row < rows.end; ++row) {
    for (int column = columns.begin; column < columns.end; ++column) {
      const int pixel = row * w.in_width + column;
      f((image + pixel) * w.channels + at.channel, pixel);
    }
  }
}

// f(place of the output, rows, columns) for every window that covers an input
template <class F>
__device__ void for_each_window(const Windows& w, const Place& at, F f) {
  const auto first = [&](int place) {
    const int before = place + w.pad - w.kernel + 1;  // the first window's first row, at the earliest
    return before > 0 ? (before + w.stride - 1) / w.stride : 0;
  };
  for (int y = first(at.row); y < w.out_height && y * w.stride - w.pad <= at.row; ++y) {
    for (int x = first(at.column); x < w.out_width && x * w.stride - w.pad <= at.column; ++x) {
      const std::int64_t pixel = (at.sample * w.out_height + y) * w.out_width + x;
      f(pixel * w.channels + at.channel, extent(y, w, w.in_height), extent(x, w, w.in_width));
    }
  }
}

// Leaves the winning pixel's number in `state`. Of equals the first wins.
__global__ void max_pool_forward_kernel(In<float> input, Out<float> output, Out<int> state, Windows w) {
  for_each_value(output.count, [&](std::int64_t i) {
    int winner = -1;
    float most = 0;
    for_each_input(w, place_of(i, w.out_height, w.out_width, w.channels), [&](std::int64_t place, int pixel) {
      const float value = input[place];
      // Not a number wins, so that a model gone astray is noticed.
      if (winner < 0 || value > most || value != value) {
        winner = pixel;
        most = value;
      }
    });
    output[i] = most;
    state[i] = winner;
  });
}

__global__ void max_pool_backward_kernel(In<float> output_gradient, In<int> state, Out<float> input_gradient,
                                         Windows w) {
  for_each_value(input_gradient.count, [&](std::int64_t i) {
    const Place at = place_of(i, w.in_height, w.in_width, w.channels);
    float sum = 0;
    for_each_window(w, at, [&](std::int64_t output, Extent, Extent) {
      if (state[output] == at.row * w.in_width + at.column) sum += output_gradient[output];
    });
    input_gradient[i] = sum;
  });
}

__global__ void average_pool_forward_kernel(In<float> input, Out<float> output, Windows w) {
  for_each_value(output.count, [&](std::int64_t i) {
    const Place at = place_of(i, w.out_height, w.out_width, w.channels);
    float sum = 0;
    for_each_input(w, at, [&](std::int64_t place, int) { sum += input[place]; });
    const int size = extent(at.row, w, w.in_height).size * extent(at.column, w, w.in_width).size;
    output[i] = sum / static_cast<float>(size);
  });
}

__global__ void average_pool_backward_kernel(In<float> output_gradient, Out<float> input_gradient, Windows w) {
  for_each_value(input_gradient.count, [&](std::int64_t i) {
    float sum = 0;
    for_each_window(w, place_of(i, w.in_height, w.in_width, w.channels),
                    [&](std::int64_t output, Extent rows, Extent columns) {
                      sum += output_gradient[output] / static_cast<float>(rows.size * columns.size);
                    });
    input_gradient[i] = sum;
  });
}

// y[c] = weight[c] · (sum of the window) + bias[c]; params: the weights, then the bias.
__global__ void subsample_forward_kernel(In<float> input, In<float> params, Out<float> output, Windows w) {
  for_each_value(output.count, [&](std::int64_t i) {
    const Place at = place_of(i, w.out_height, w.out_width, w.channels);
    float sum = 0;
    for_each_input(w, at, [&](std::int64_t place, int) { sum += input[place]; });
    output[i] = params[at.channel] * sum + params[w.channels + at.channel];
  });
}

// What every output adds to its weight's gradient and to its bias's: products[output pixel][2 · channels].
__global__ void subsample_products_kernel(In<float> input, In<float> output_gradient, Out<float> products, Windows w) {
  for_each_value(output_gradient.count, [&](std::int64_t i) {
    float sum = 0;
    for_each_input(w, place_of(i, w.out_height, w.out_width, w.channels),
                   [&](std::int64_t place, int) { sum += input[place]; });
    const std::int64_t pixel = i / w.channels * 2 * w.channels + i % w.channels;
    products[pixel] = output_gradient[i] * sum;
    products[pixel + w.channels] = output_gradient[i];
  });
}

__global__ void subsample_backward_kernel(In<float> params, In<float> output_gradient, Out<float> input_gradient,
                                          Windows w) {
  for_each_value(input_gradient.count, [&](std::int64_t i) {
    const Place at = place_of(i, w.in_height, w.in_width, w.channels);
    float sum = 0;
    for_each_window(w, at, [&](std::int64_t output, Extent, Extent) { sum += output_gradient[output]; });
    input_gradient[i] = params[at.channel] * sum;
  });
}

}  // namespace ringside::cuda
