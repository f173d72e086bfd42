// Sums, updates, copies and rearrangements of whole vectors.
#pragma once
#include "core/backend/cuda/grid.cuh"

namespace ringside::cuda {

__global__ void add_kernel(Out<float> into, In<float> source) {
  for_each_value(source.count, [&](std::int64_t i) { into[i] = into.read(i) + source[i]; });
}

// Rounded after every operation, as the CPU's: a fused multiply-add would round once.
__global__ void sgd_kernel(In<float> gradient, In<float> weights, Out<float> updated, Out<float> velocity, float rate,
                           float decay, float momentum) {
  for_each_value(gradient.count, [&](std::int64_t i) {
    float step = __fmul_rn(rate, __fadd_rn(gradient[i], __fmul_rn(decay, weights[i])));
    if (velocity.count > 0) {
      step = __fadd_rn(__fmul_rn(momentum, velocity.read(i)), step);
      velocity[i] = step;
    }
    updated[i] = __fadd_rn(weights[i], -step);
  });
}

__global__ void copy_channels_kernel(In<float> from, Out<float> to, std::int64_t pixels, int from_first,
                                     int from_channels, int to_first, int to_channels, int count) {
  for_each_value(pixels * count, [&](std::int64_t i) {
    const std::int64_t pixel = i / count;
    const std::int64_t channel = i % count;
    to[pixel * to_channels + to_first + channel] = from[pixel * from_channels + from_first + channel];
  });
}

// output[row][column] += bias[column]
__global__ void add_bias_kernel(Out<float> output, In<float> bias) {
  for_each_value(output.count, [&](std::int64_t i) { output[i] = output.read(i) + bias[i % bias.count]; });
}

// parts[part][column] = the sum of the part's rows of values[row][column]. The parts' sizes depend on nothing but the numbers,
// so that the same sum has the same bits every time.
__global__ void column_parts_kernel(In<float> values, Out<float> parts, std::int64_t columns, std::int64_t part_rows) {
  const std::int64_t rows = values.count / columns;
  for_each_value(parts.count, [&](std::int64_t i) {
    const std::int64_t first = i / columns * part_rows;
    const std::int64_t last = first + part_rows < rows ? first + part_rows : rows;
    float sum = 0;
    for (std::int64_t row = first; row < last; ++row) sum += values[row * columns + i % columns];
    parts[i] = sum;
  });
}

// to[outer][b][a] = from[outer][a][b]
__global__ void swap_inner_kernel(In<float> from, Out<float> to, std::int64_t a, std::int64_t b) {
  for_each_value(to.count, [&](std::int64_t i) {
    const std::int64_t outer = i / (a * b);
    const std::int64_t in_b = i % (a * b) / a;
    const std::int64_t in_a = i % a;
    to[i] = from[(outer * a + in_a) * b + in_b];
  });
}

}  // namespace ringside::cuda
