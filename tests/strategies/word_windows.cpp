// Layers that slide a window over the image: convolution, pooling, subsampling.
#include <algorithm>

#include "tests/strategies/word_layers.h"

namespace ringside {
namespace {

struct Window {
  int kernel, stride, pad;
};

// One place of a window: the sample, the pixel of the output, and that of the input under tap (row, column).
struct Tap {
  std::int64_t input_pixel;  // counted over all samples
  int row, column;
};

// Calls at_output(pixel of the output), then at_tap(pixel of the output, tap) for every tap that lies in the image.
template <class AtOutput, class AtTap>
void slide(const WordCall& call, Window window, const AtOutput& at_output, const AtTap& at_tap) {
  const Shape in = call.it().input;
  const Shape out = call.it().output;
  std::int64_t output_pixel = 0;
  for (int sample = 0; sample < call.samples.count; ++sample) {
    for (int y = 0; y < out.height; ++y) {
      for (int x = 0; x < out.width; ++x, ++output_pixel) {
        at_output(output_pixel);
        for (int row = 0; row < window.kernel; ++row) {
          for (int column = 0; column < window.kernel; ++column) {
            const int in_y = y * window.stride + row - window.pad;
            const int in_x = x * window.stride + column - window.pad;
            if (in_y < 0 || in_y >= in.height || in_x < 0 || in_x >= in.width) continue;
            at_tap(output_pixel, Tap{(std::int64_t{sample} * in.height + in_y) * in.width + in_x, row, column});
          }
        }
      }
    }
  }
}

template <class AtTap>
void slide(const WordCall& call, Window window, const AtTap& at_tap) {
  slide(
      call, window, [](std::int64_t) {}, at_tap);
}

void clear(Word* words, std::int64_t count) {
  if (words != nullptr) std::fill_n(words, count, Word{0});
}

std::int64_t input_words(const WordCall& call) {
  return call.samples.count * call.it().input.pixels() * call.input_channels();
}

Window window_of(const Conv& conv) {
  return {conv.kernel, conv.stride, conv.pad};
}
Window window_of(const Pool& pool) {
  return {pool.kernel, pool.stride, pool.pad};
}
Window window_of(const Subsample& subsample) {
  return {subsample.kernel, subsample.kernel, 0};
}

}  // namespace

void word_forward(const Conv& conv, const WordCall& call, const ForwardWords& words) {
  const std::int64_t channels = call.it().input.channels;
  const std::int64_t outputs = call.channels.count;
  const Word* bias = words.params + outputs * channels * conv.kernel * conv.kernel;
  slide(
      call, window_of(conv), [&](std::int64_t pixel) { std::copy_n(bias, outputs, words.output + pixel * outputs); },
      [&](std::int64_t pixel, Tap tap) {
        for (std::int64_t o = 0; o < outputs; ++o) {
          for (std::int64_t c = 0; c < channels; ++c) {
            const Word weight = words.params[((o * channels + c) * conv.kernel + tap.row) * conv.kernel + tap.column];
            words.output[pixel * outputs + o] += weight * words.input[tap.input_pixel * channels + c];
          }
        }
      });
}

void word_backward(const Conv& conv, const WordCall& call, const BackwardWords& words) {
  const std::int64_t channels = call.it().input.channels;
  const std::int64_t outputs = call.channels.count;
  const std::int64_t weights = outputs * channels * conv.kernel * conv.kernel;
  clear(words.params_gradient, weights + outputs);
  clear(words.input_gradient, input_words(call));
  slide(
      call, window_of(conv),
      [&](std::int64_t pixel) {
        for (std::int64_t o = 0; o < outputs; ++o) {
          words.params_gradient[weights + o] += words.output_gradient[pixel * outputs + o];
        }
      },
      [&](std::int64_t pixel, Tap tap) {
        for (std::int64_t o = 0; o < outputs; ++o) {
          const Word gradient = words.output_gradient[pixel * outputs + o];
          for (std::int64_t c = 0; c < channels; ++c) {
            const std::int64_t weight = ((o * channels + c) * conv.kernel + tap.row) * conv.kernel + tap.column;
            const std::int64_t input = tap.input_pixel * channels + c;
            words.params_gradient[weight] += gradient * words.input[input];
            if (words.input_gradient != nullptr) words.input_gradient[input] += gradient * words.params[weight];
          }
        }
      });
}

// The state of a maximum is the pixel it was found at, counted over all samples of the call.
void word_forward(const Pool& pool, const WordCall& call, const ForwardWords& words) {
  const std::int64_t channels = call.channels.count;
  if (pool.kind == Pool::Kind::average) {
    slide(
        call, window_of(pool), [&](std::int64_t pixel) { clear(words.output + pixel * channels, channels); },
        [&](std::int64_t pixel, Tap tap) {
          for (std::int64_t c = 0; c < channels; ++c) {
            words.output[pixel * channels + c] += words.input[tap.input_pixel * channels + c];
          }
        });
    return;
  }
  constexpr Word none = ~Word{0};
  slide(
      call, window_of(pool), [&](std::int64_t pixel) { std::fill_n(words.state + pixel * channels, channels, none); },
      [&](std::int64_t pixel, Tap tap) {
        for (std::int64_t c = 0; c < channels; ++c) {
          const Word input = words.input[tap.input_pixel * channels + c];
          Word& place = words.state[pixel * channels + c];
          Word& output = words.output[pixel * channels + c];
          if (place != none && output >= input) continue;
          output = input;
          place = static_cast<Word>(tap.input_pixel);
        }
      });
}

void word_backward(const Pool& pool, const WordCall& call, const BackwardWords& words) {
  const std::int64_t channels = call.channels.count;
  clear(words.input_gradient, input_words(call));
  slide(call, window_of(pool), [&](std::int64_t pixel, Tap tap) {
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t output = pixel * channels + c;
      const bool passes = pool.kind == Pool::Kind::average || words.state[output] == static_cast<Word>(tap.input_pixel);
      if (passes) words.input_gradient[tap.input_pixel * channels + c] += words.output_gradient[output];
    }
  });
}

void word_forward(const Subsample& subsample, const WordCall& call, const ForwardWords& words) {
  const std::int64_t channels = call.channels.count;
  slide(
      call, window_of(subsample),
      [&](std::int64_t pixel) { std::copy_n(words.params + channels, channels, words.output + pixel * channels); },
      [&](std::int64_t pixel, Tap tap) {
        for (std::int64_t c = 0; c < channels; ++c) {
          words.output[pixel * channels + c] += words.params[c] * words.input[tap.input_pixel * channels + c];
        }
      });
}

void word_backward(const Subsample& subsample, const WordCall& call, const BackwardWords& words) {
  const std::int64_t channels = call.channels.count;
  clear(words.params_gradient, 2 * channels);
  clear(words.input_gradient, input_words(call));
  slide(
      call, window_of(subsample),
      [&](std::int64_t pixel) {
        for (std::int64_t c = 0; c < channels; ++c) {
          words.params_gradient[channels + c] += words.output_gradient[pixel * channels + c];
        }
      },
      [&](std::int64_t pixel, Tap tap) {
        for (std::int64_t c = 0; c < channels; ++c) {
          const Word gradient = words.output_gradient[pixel * channels + c];
          const std::int64_t input = tap.input_pixel * channels + c;
          words.params_gradient[c] += gradient * words.input[input];
          if (words.input_gradient != nullptr) words.input_gradient[input] += gradient * words.params[c];
        }
      });
}

}  // namespace ringside
