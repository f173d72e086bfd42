// Where the pixels and windows of a pooling layer's call stand in memory.
#pragma once
#include <cstdint>

#include "core/backend/kernels.h"
#include "core/backend/loops/windows.h"

namespace ringside::loops {

struct PoolShape {
  // `images` lie side by side (see layers.h).
  PoolShape(const LayerCall& call, const Pool& pool, int images = 1)
      : samples(call.samples),
        channels(call.channels * images),
        rows(call.layer.input.height, call.layer.output.height, pool.kernel, pool.stride, pool.pad),
        columns(call.layer.input.width, call.layer.output.width, pool.kernel, pool.stride, pool.pad) {}

  const int samples, channels;
  const WindowAxis rows, columns;

  std::int64_t input_count() const { return std::int64_t{rows.size()} * columns.size() * channels; }
  std::int64_t output_count() const { return std::int64_t{rows.windows()} * columns.windows() * channels; }
  std::int64_t pixel(int row, int column) const { return (std::int64_t{row} * columns.size() + column) * channels; }
  std::int64_t window(int y, int x) const { return (std::int64_t{y} * columns.windows() + x) * channels; }

  // Number of a place in its window.
  int place(int row, int column) const { return row * columns.kernel() + column; }
};

}  // namespace ringside::loops
