// A weight's gradient is a sum over pixels and images of input times output gradient. Its images stay side by side in a
// register to the end; 25 weights, those of a row of the kernel for some outputs, are summed at a time. A part of the batch is
// taken at a time that fits into the cache and is copied there in the order in which it is read: the input channel by channel,
// the gradient by panels of outputs.
#include "core/backend/native/window_gradient.h"

#include <cstring>
#include <utility>

#include "core/backend/native/panels.h"

namespace ringside::native {

namespace {

// Of a kernel's row that are summed together.
constexpr int most_places = 5;

// Outputs that are summed together for so many places: as many sums as fit into the registers beside places + 1.
constexpr int most_outputs(int lanes, int places) {
  return lanes == 16 ? (places == 5   ? 5
                        : places == 4 ? 6
                        : places == 3 ? 8
                                      : 12)
                     : (places == 5   ? 2
                        : places == 4 ? 2
                        : places == 3 ? 3
                        : places == 2 ? 5
                                      : 12);
}

// A part of the batch: rows of some blocks' outputs, about so many pixels, enough to make up for adding up lanes afterwards.
constexpr int part_pixels = 256;

struct Part {
  int first_block, blocks;
  int first_row, rows;
};

int rows_of_part(const Windows& windows) {
  const std::int64_t pixels = windows.output.pixels();
  return pixels < 2 * part_pixels ? windows.output.height : std::max(1, part_pixels / windows.output.width);
}

int blocks_of_part(const Windows& windows) {
  return static_cast<int>(std::max<std::int64_t>(1, part_pixels / windows.output.pixels()));
}

int input_rows(const Windows& windows, int rows) {
  return std::min(windows.input.height, (rows - 1) * windows.stride + windows.kernel);
}

// Of the input, padding included, that windows see.
int columns(const Windows& windows) {
  return (windows.output.width - 1) * windows.stride + windows.kernel;
}

// Of one channel of a block. A line more than it needs: distances of a power of two would fall on the same place of the cache.
std::int64_t plane_floats(const Windows& windows, int rows) {
  return (std::int64_t{rows} * columns(windows) + 1) * block_images;
}

std::int64_t input_scratch(const Windows& windows, int blocks) {
  return std::int64_t{std::min(blocks_of_part(windows), blocks)} * windows.input.channels *
         plane_floats(windows, input_rows(windows, rows_of_part(windows)));
}

RINGSIDE_INLINE void copy_images(const float* from, float* to) {
  std::memcpy(to, from, block_images * sizeof(float));
}

// values[0][i] = the sum of all lanes of values[i], for as many vectors as there are lanes.
template <int lanes, int... lane>
RINGSIDE_INLINE void add_neighbours(typename Vector<lanes>::Floats& sum, const typename Vector<lanes>::Floats& a,
                                    const typename Vector<lanes>::Floats& b, std::integer_sequence<int, lane...>) {
  sum = __builtin_shufflevector(a, b, 2 * lane...) + __builtin_shufflevector(a, b, (2 * lane + 1)...);
}
template <int lanes, int left = lanes>
RINGSIDE_INLINE void add_lanes(typename Vector<lanes>::Floats* values) {
  if constexpr (left > 1) {
#pragma GCC unroll 8
    for (int i = 0; i < left / 2; ++i) {
      add_neighbours<lanes>(values[i], values[2 * i], values[2 * i + 1], std::make_integer_sequence<int, lanes>());
    }
    add_lanes<lanes, left / 2>(values);
  }
}

struct WindowGradient {
  const Windows& windows;
  const WindowGradientArgs& args;
  float* input;       // [channel][block of the part][row][column, padding included][image]
  float* panel_copy;  // [block of the part][row][column][output of the panel][image]

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    const int most_blocks = blocks_of_part(windows);
    const int most_rows = rows_of_part(windows);
    for (int block = 0; block < args.blocks; block += most_blocks) {
      for (int row = 0; row < windows.output.height; row += most_rows) {
        add_part<lanes>(
            {block, std::min(most_blocks, args.blocks - block), row, std::min(most_rows, windows.output.height - row)});
      }
    }
  }

 private:
  int first_input_row(const Part& part) const { return std::max(0, part.first_row * windows.stride - windows.row_pad); }
  int end_input_row(const Part& part) const {
    const int last = (part.first_row + part.rows - 1) * windows.stride - windows.row_pad;
    return std::min(windows.input.height, last + windows.kernel);
  }
  std::int64_t plane(const Part& part) const {
    return plane_floats(windows, end_input_row(part) - first_input_row(part));
  }

  template <int lanes>
  RINGSIDE_INLINE void add_part(const Part& part) const {
    take_input(part);
    // The places of a kernel's row, in groups of about the same size.
    const Panels groups{windows.kernel, most_places};
    for (int group = 0; group < groups.count(); ++group) {
      with_constant<most_places>(
          groups.size(group), [&](auto places) __attribute__((always_inline)) {
            this->template panels<lanes, places>(part, groups.first(group));
          });
    }
  }

  // Padding becomes zeros; columns that no window sees are left out.
  RINGSIDE_INLINE void take_input(const Part& part) const {
    const int channels = windows.input.channels;
    const int end_column = std::min(windows.input.width, columns(windows) - windows.column_pad);
    std::fill_n(input, channels * part.blocks * plane(part), 0.0F);
    for (int b = 0; b < part.blocks; ++b) {
      const float* block = args.input + (part.first_block + b) * windows.input.count() * block_images;
      for (int row = first_input_row(part); row < end_input_row(part); ++row) {
        for (int column = 0; column < end_column; ++column) {
          const float* from = block + (std::int64_t{row} * windows.input.width + column) * channels * block_images;
          float* to = input + b * plane(part) +
                      (std::int64_t{row - first_input_row(part)} * columns(windows) + column + windows.column_pad) *
                          block_images;
          for (int channel = 0; channel < channels; ++channel, from += block_images) {
            copy_images(from, to + channel * part.blocks * plane(part));
          }
        }
      }
    }
  }

  template <int lanes, int places>
  RINGSIDE_INLINE void panels(const Part& part, int first_place) const {
    constexpr int most = most_outputs(lanes, places);
    const Panels panels{windows.output.channels, most};
    for (int panel = 0; panel < panels.count(); ++panel) {
      with_constant<most>(
          panels.size(panel), [&](auto outputs) __attribute__((always_inline)) {
            this->template add_panel<lanes, places, outputs>(part, first_place, panels.first(panel));
          });
    }
  }

  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE void add_panel(const Part& part, int first_place, int first_output) const {
    take_panel<lanes, outputs>(part, first_output, first_place == 0);
    for (int channel = 0; channel < windows.input.channels; ++channel) {
      for (int row = 0; row < windows.kernel; ++row) {
        constexpr int registers = (places * outputs + lanes - 1) / lanes * lanes;
        typename Vector<lanes>::Floats sums[registers] = {};
        sum_pixels<lanes, places, outputs>(part, channel, row, first_place, sums);
        add_to_weights<lanes, places, outputs>(sums, first_output, channel, row, first_place);
      }
    }
  }

  // Copies the panel's gradients; their sums are the bias's gradient.
  template <int lanes, int outputs>
  RINGSIDE_INLINE void take_panel(const Part& part, int first, bool with_bias) const {
    constexpr int halves = block_images / lanes;
    typename Vector<lanes>::Floats sums[(outputs + lanes - 1) / lanes * lanes] = {};
    float* to = panel_copy;
    for (int b = 0; b < part.blocks; ++b) {
      const float* from = args.output_gradient + (part.first_block + b) * windows.output.count() * block_images +
                          std::int64_t{part.first_row} * windows.output.width * windows.output.channels * block_images;
      for (int pixel = 0; pixel < part.rows * windows.output.width; ++pixel, to += outputs * block_images) {
        for (int o = 0; o < outputs; ++o) {
          copy_images(from + (std::int64_t{pixel} * windows.output.channels + first + o) * block_images,
                      to + o * block_images);
        }
#pragma GCC unroll 16
        for (int o = 0; o < outputs; ++o) {
#pragma GCC unroll 4
          for (int half = 0; half < halves; ++half) {
            typename Vector<lanes>::Floats gradient;
            load(gradient, to + o * block_images + half * lanes);
            sums[o] += gradient;
          }
        }
      }
    }
    if (!with_bias) return;
    float lane_sums[(outputs + lanes - 1) / lanes * lanes];
#pragma GCC unroll 16
    for (int i = 0; i < outputs; i += lanes) {
      add_lanes<lanes>(sums + i);
      store(lane_sums + i, sums[i]);
    }
    for (int o = 0; o < outputs; ++o) args.bias_gradient[first + o] += lane_sums[o];
  }

  // sums[place · outputs + output] over all pixels whose windows have this row on the image.
  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE void sum_pixels(const Part& part, int channel, int row, int first_place,
                                  typename Vector<lanes>::Floats* sums) const {
    for (int b = 0; b < part.blocks; ++b) {
      for (int y = part.first_row; y < part.first_row + part.rows; ++y) {
        const int input_row = y * windows.stride - windows.row_pad + row;
        if (input_row < 0 || input_row >= windows.input.height) continue;
        const float* values =
            input + (std::int64_t{channel} * part.blocks + b) * plane(part) +
            (std::int64_t{input_row - first_input_row(part)} * columns(windows) + first_place) * block_images;
        const float* gradients = panel_copy + (std::int64_t{b} * part.rows + y - part.first_row) *
                                                  windows.output.width * outputs * block_images;
        for (int x = 0; x < windows.output.width; ++x) {
          add_pixel<lanes, places, outputs>(values, gradients, sums);
          values += windows.stride * block_images;
          gradients += outputs * block_images;
        }
      }
    }
  }

  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE static void add_pixel(const float* values, const float* gradients,
                                        typename Vector<lanes>::Floats* sums) {
#pragma GCC unroll 4
    for (int half = 0; half < block_images; half += lanes) {
      typename Vector<lanes>::Floats value[places], gradient;
#pragma GCC unroll 5
      for (int p = 0; p < places; ++p) load(value[p], values + p * block_images + half);
#pragma GCC unroll 16
      for (int o = 0; o < outputs; ++o) {
        load(gradient, gradients + o * block_images + half);
#pragma GCC unroll 5
        for (int p = 0; p < places; ++p) sums[p * outputs + o] += gradient * value[p];
      }
    }
  }

  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE void add_to_weights(typename Vector<lanes>::Floats* sums, int first_output, int channel, int row,
                                      int first_place) const {
    float lane_sums[(places * outputs + lanes - 1) / lanes * lanes];
#pragma GCC unroll 8
    for (int i = 0; i < places * outputs; i += lanes) {
      add_lanes<lanes>(sums + i);
      store(lane_sums + i, sums[i]);
    }
    for (int o = 0; o < outputs; ++o) {
      const std::int64_t filter = std::int64_t{first_output + o} * windows.input.channels + channel;
      float* weights = args.weights_gradient + (filter * windows.kernel + row) * windows.kernel + first_place;
      for (int p = 0; p < places; ++p) weights[p] += lane_sums[p * outputs + o];
    }
  }
};

}  // namespace

std::int64_t window_gradient_scratch(const Windows& windows, int blocks) {
  const std::int64_t panel = std::int64_t{std::min(blocks_of_part(windows), blocks)} * rows_of_part(windows) *
                             windows.output.width * std::min(windows.output.channels, 12) * block_images;
  return input_scratch(windows, blocks) + panel;
}

void window_gradient(SimdLevel level, const Windows& windows, const WindowGradientArgs& args) {
  float* panel = args.scratch + input_scratch(windows, args.blocks);
  run_at(level, WindowGradient{windows, args, args.scratch, panel});
}

}  // namespace ringside::native
