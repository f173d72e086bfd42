// Layers without a window, and the choice of the layer's kind.
#include "tests/strategies/word_layers.h"

#include <algorithm>
#include <variant>

namespace ringside {
namespace {

constexpr Word sign_bit = Word{1} << 63;

bool positive(Word word) {
  return word != 0 && (word & sign_bit) == 0;
}

// One to one and not linear. Like the real tanh it keeps the sign, and zero: a relu before it reads its own output's
// sign off this one's.
Word bent(Word word) {
  const Word size = word & ~sign_bit;
  return (word & sign_bit) | (size * (2 * size + 1) & ~sign_bit);
}

// Whether dropout keeps a unit: a function of the step, the sample in the batch and the unit in the whole layer.
bool keeps(const WordCall& call, int sample, std::int64_t unit) {
  return mixed({4, static_cast<Word>(call.layer), static_cast<Word>(call.step),
                static_cast<Word>(call.samples.first + sample), static_cast<Word>(unit)}) %
             4 !=
         0;
}

// Calls f(offset, sample, unit of the whole layer) for every value of the slice.
template <class F>
void for_each_value(const WordCall& call, const F& f) {
  const Shape shape = call.it().output;
  std::int64_t offset = 0;
  for (int sample = 0; sample < call.samples.count; ++sample) {
    for (std::int64_t pixel = 0; pixel < shape.pixels(); ++pixel) {
      for (int c = 0; c < call.channels.count; ++c, ++offset) {
        f(offset, sample, pixel * shape.channels + call.channels.first + c);
      }
    }
  }
}

void word_forward(const Relu&, const WordCall& call, const ForwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int, std::int64_t) {
    words.output[i] = positive(words.input[i]) ? words.input[i] : 0;
  });
}

void word_backward(const Relu&, const WordCall& call, const BackwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int, std::int64_t) {
    words.input_gradient[i] = positive(words.output[i]) ? words.output_gradient[i] : 0;
  });
}

void word_forward(const Tanh&, const WordCall& call, const ForwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int, std::int64_t) { words.output[i] = bent(words.input[i]); });
}

void word_backward(const Tanh&, const WordCall& call, const BackwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int, std::int64_t) {
    words.input_gradient[i] = words.output_gradient[i] * (words.output[i] * words.output[i] + 1);
  });
}

// What is kept is scaled by 3 forward, sign and zero kept, and by 5 backward.
void word_forward(const Dropout&, const WordCall& call, const ForwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int sample, std::int64_t unit) {
    const Word input = words.input[i];
    words.output[i] = keeps(call, sample, unit) ? (input & sign_bit) | (3 * input & ~sign_bit) : 0;
  });
}

void word_backward(const Dropout&, const WordCall& call, const BackwardWords& words) {
  for_each_value(call, [&](std::int64_t i, int sample, std::int64_t unit) {
    words.input_gradient[i] = keeps(call, sample, unit) ? 5 * words.output_gradient[i] : 0;
  });
}

void word_forward(const Dense&, const WordCall& call, const ForwardWords& words) {
  const std::int64_t inputs = call.it().input.count();
  const std::int64_t outputs = call.channels.count;
  for (std::int64_t s = 0; s < call.samples.count; ++s) {
    for (std::int64_t o = 0; o < outputs; ++o) {
      Word sum = words.params[outputs * inputs + o];
      for (std::int64_t i = 0; i < inputs; ++i) sum += words.params[o * inputs + i] * words.input[s * inputs + i];
      words.output[s * outputs + o] = sum;
    }
  }
}

void word_backward(const Dense&, const WordCall& call, const BackwardWords& words) {
  const std::int64_t inputs = call.it().input.count();
  const std::int64_t outputs = call.channels.count;
  std::fill_n(words.params_gradient, outputs * (inputs + 1), Word{0});
  if (words.input_gradient != nullptr) std::fill_n(words.input_gradient, call.samples.count * inputs, Word{0});
  for (std::int64_t s = 0; s < call.samples.count; ++s) {
    for (std::int64_t o = 0; o < outputs; ++o) {
      const Word gradient = words.output_gradient[s * outputs + o];
      words.params_gradient[outputs * inputs + o] += gradient;
      for (std::int64_t i = 0; i < inputs; ++i) {
        words.params_gradient[o * inputs + i] += gradient * words.input[s * inputs + i];
        if (words.input_gradient == nullptr) continue;
        words.input_gradient[s * inputs + i] += gradient * words.params[o * inputs + i];
      }
    }
  }
}

// y[c] = x[c] · scale[c], scale[c] = 1 + the sum of x² over `size` channels around c: a polynomial, whose exact
// derivative follows.
template <class F>
void for_each_neighbour(const Lrn& lrn, int channels, int channel, const F& f) {
  const int reach = lrn.size / 2;
  for (int c = std::max(0, channel - reach); c <= std::min(channels - 1, channel + reach); ++c) f(c);
}

void word_forward(const Lrn& lrn, const WordCall& call, const ForwardWords& words) {
  const int channels = call.it().input.channels;
  const int outputs = call.channels.count;
  for (std::int64_t pixel = 0; pixel < call.samples.count * call.it().input.pixels(); ++pixel) {
    const Word* x = words.input + pixel * channels;
    for (int o = 0; o < outputs; ++o) {
      Word scale = 1;
      for_each_neighbour(lrn, channels, call.channels.first + o, [&](int c) { scale += x[c] * x[c]; });
      words.state[pixel * outputs + o] = scale;
      words.output[pixel * outputs + o] = x[call.channels.first + o] * scale;
    }
  }
}

void word_backward(const Lrn& lrn, const WordCall& call, const BackwardWords& words) {
  if (words.input_gradient == nullptr) return;
  const int channels = call.it().input.channels;
  const int outputs = call.channels.count;
  std::fill_n(words.input_gradient, call.samples.count * call.it().input.count(), Word{0});
  for (std::int64_t pixel = 0; pixel < call.samples.count * call.it().input.pixels(); ++pixel) {
    const Word* x = words.input + pixel * channels;
    Word* into = words.input_gradient + pixel * channels;
    for (int o = 0; o < outputs; ++o) {
      const int channel = call.channels.first + o;
      const Word gradient = words.output_gradient[pixel * outputs + o];
      into[channel] += gradient * words.state[pixel * outputs + o];
      for_each_neighbour(lrn, channels, channel, [&](int c) { into[c] += gradient * x[channel] * 2 * x[c]; });
    }
  }
}

// "Probabilities" that depend on every input, and a loss that depends on the label's.
void word_forward(const SoftmaxLoss&, const WordCall& call, const ForwardWords& words) {
  const std::int64_t classes = call.it().input.count();
  for (std::int64_t s = 0; s < call.samples.count; ++s) {
    const Word* x = words.input + s * classes;
    Word* probability = words.output + s * classes;
    Word sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) sum += x[c] * (2 * static_cast<Word>(c) + 1);
    for (std::int64_t c = 0; c < classes; ++c) probability[c] = x[c] * x[c] + 3 * sum;
    words.output[call.samples.count * classes + s] = 5 * probability[words.labels[s]] + sum;
  }
}

void word_backward(const SoftmaxLoss&, const WordCall& call, const BackwardWords& words) {
  const auto classes = static_cast<Word>(call.it().input.count());
  const Word share =
      2 * static_cast<Word>(words.divisor) + 1;  // there is no division: another factor for another divisor
  for (Word i = 0; i < static_cast<Word>(call.samples.count) * classes; ++i) {
    const Word target = i % classes == words.labels[i / classes] ? 7 : 0;
    words.input_gradient[i] = (words.output[i] - target) * share;
  }
}

}  // namespace

void word_forward(const WordCall& call, const ForwardWords& words) {
  std::visit([&](const auto& kind) { word_forward(kind, call, words); }, call.it().kind);
}

void word_backward(const WordCall& call, const BackwardWords& words) {
  std::visit([&](const auto& kind) { word_backward(kind, call, words); }, call.it().kind);
}

}  // namespace ringside
