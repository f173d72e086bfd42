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

std::int64_t input_scratch(const Windows& windows, Blocks blocks) {
  return std::int64_t{std::min(blocks_of_part(windows), blocks.count())} * windows.input.channels *
         input_rows(windows, rows_of_part(windows)) * windows.input.width * block_images;
}

// One value of all 16 images; those that are missing are zero.
RINGSIDE_INLINE void copy_images(const float* from, int images, float* to) {
  if (images == block_images) {
    std::memcpy(to, from, block_images * sizeof(float));
  } else {
    for (int image = 0; image < block_images; ++image) to[image] = image < images ? from[image] : 0;
  }
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
  float* input;       // [channel][block of the part][row][column][image]
  float* panel_copy;  // [block of the part][row][column][output of the panel][image]

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    const std::int64_t weights = std::int64_t{windows.output.channels} * windows.input.channels * windows.places();
    std::fill_n(args.weights_gradient, weights, 0.0F);
    std::fill_n(args.bias_gradient, windows.output.channels, 0.0F);
    const int most_blocks = blocks_of_part(windows);
    const int most_rows = rows_of_part(windows);
    for (int block = 0; block < args.blocks.count(); block += most_blocks) {
      for (int row = 0; row < windows.output.height; row += most_rows) {
        add_part<lanes>({block, std::min(most_blocks, args.blocks.count() - block), row,
                         std::min(most_rows, windows.output.height - row)});
      }
    }
  }

 private:
  int first_input_row(const Part& part) const { return std::max(0, part.first_row * windows.stride - windows.pad); }
  int end_input_row(const Part& part) const {
    const int last = (part.first_row + part.rows - 1) * windows.stride - windows.pad;
    return std::min(windows.input.height, last + windows.kernel);
  }
  std::int64_t plane(const Part& part) const {
    return std::int64_t{std::max(0, end_input_row(part) - first_input_row(part))} * windows.input.width * block_images;
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

  RINGSIDE_INLINE void take_input(const Part& part) const {
    const int first_row = first_input_row(part);
    const std::int64_t pixels = plane(part) / block_images;
    for (int b = 0; b < part.blocks; ++b) {
      const int images = args.blocks.images(part.first_block + b);
      const std::int64_t channels = windows.input.channels;
      const float* from = args.input + Blocks::start(part.first_block + b, windows.input.count()) +
                          std::int64_t{first_row} * windows.input.width * channels * images;
      for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
        for (std::int64_t channel = 0; channel < channels; ++channel, from += images) {
          copy_images(from, images, input + ((channel * part.blocks + b) * pixels + pixel) * block_images);
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
      const int images = args.blocks.images(part.first_block + b);
      const float* from = args.output_gradient + Blocks::start(part.first_block + b, windows.output.count()) +
                          std::int64_t{part.first_row} * windows.output.width * windows.output.channels * images;
      for (int pixel = 0; pixel < part.rows * windows.output.width; ++pixel, to += outputs * block_images) {
        for (int o = 0; o < outputs; ++o) {
          copy_images(from + (std::int64_t{pixel} * windows.output.channels + first + o) * images, images,
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

  // sums[place · outputs + output] over all pixels whose windows have the places of this row on the image.
  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE void sum_pixels(const Part& part, int channel, int row, int first_place,
                                  typename Vector<lanes>::Floats* sums) const {
    const int stride = windows.stride;
    for (int b = 0; b < part.blocks; ++b) {
      for (int y = part.first_row; y < part.first_row + part.rows; ++y) {
        const int input_row = y * stride - windows.pad + row;
        if (input_row < 0 || input_row >= windows.input.height) continue;
        const float* values = input + (std::int64_t{channel} * part.blocks + b) * plane(part) +
                              std::int64_t{input_row - first_input_row(part)} * windows.input.width * block_images;
        const float* gradients = panel_copy + (std::int64_t{b} * part.rows + y - part.first_row) *
                                                  windows.output.width * outputs * block_images;
        // Pixels all of whose places are on the image, then those before and behind that have some of them there.
        const int inner_begin = first_output(first_place);
        const int inner_end = std::max(inner_begin, end_output(first_place + places - 1));
        for (int x = inner_begin; x < inner_end; ++x) {
          add_pixel<lanes, places, outputs>(values, x * stride - windows.pad + first_place, gradients, x, sums);
        }
#pragma GCC unroll 5
        for (int place = 0; place < places; ++place) {
          const int column = first_place + place - windows.pad;
          const int end = end_output(first_place + place);
          for (int x = first_output(first_place + place); x < std::min(end, inner_begin); ++x) {
            add_pixel<lanes, 1, outputs>(values, x * stride + column, gradients, x, sums + place * outputs);
          }
          for (int x = std::max(inner_end, first_output(first_place + place)); x < end; ++x) {
            add_pixel<lanes, 1, outputs>(values, x * stride + column, gradients, x, sums + place * outputs);
          }
        }
      }
    }
  }

  // The outputs [first, end) of a row whose windows have this place on the image.
  int first_output(int place) const {
    return std::min(windows.output.width, std::max(0, (windows.pad - place + windows.stride - 1) / windows.stride));
  }
  int end_output(int place) const {
    const int last = windows.input.width - 1 + windows.pad - place;
    return last < 0 ? 0 : std::min(windows.output.width, last / windows.stride + 1);
  }

  template <int lanes, int places, int outputs>
  RINGSIDE_INLINE static void add_pixel(const float* values, int column, const float* gradients, int x,
                                        typename Vector<lanes>::Floats* sums) {
    const float* value_at = values + std::int64_t{column} * block_images;
    const float* gradient_at = gradients + std::int64_t{x} * outputs * block_images;
#pragma GCC unroll 4
    for (int half = 0; half < block_images; half += lanes) {
      typename Vector<lanes>::Floats value[places], gradient;
#pragma GCC unroll 5
      for (int p = 0; p < places; ++p) load(value[p], value_at + p * block_images + half);
#pragma GCC unroll 16
      for (int o = 0; o < outputs; ++o) {
        load(gradient, gradient_at + o * block_images + half);
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

std::int64_t window_gradient_scratch(const Windows& windows, Blocks blocks) {
  const std::int64_t panel = std::int64_t{std::min(blocks_of_part(windows), blocks.count())} * rows_of_part(windows) *
                             windows.output.width * std::min(windows.output.channels, 12) * block_images;
  return input_scratch(windows, blocks) + panel;
}

void window_gradient(SimdLevel level, const Windows& windows, const WindowGradientArgs& args) {
  float* panel = args.scratch + input_scratch(windows, args.blocks);
  run_at(level, WindowGradient{windows, args, args.scratch, panel});
}

}  // namespace ringside::native
