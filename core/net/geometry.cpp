// The shape rules of every kind of layer.
#include "core/net/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/match.h"

namespace ringside {

namespace {

// Beyond these (4 TiB of floats) it is a slip of the pen; below them no product overflows.
constexpr double most_weights = 0x1p40;
constexpr int largest_kernel = 1 << 15;

void check_size(std::string_view place, std::string_view what, int value) {
  check(value > 0, "{}: {} {}: expected 1 or more", place, what, value);
}

struct Window {
  int kernel, stride, pad;
};

void check_window(std::string_view place, Window window, Shape input) {
  check_size(place, "kernel", window.kernel);
  check(window.kernel <= largest_kernel, "{}: kernel {}: expected {} or less", place, window.kernel, largest_kernel);
  check_size(place, "stride", window.stride);
  check(window.pad >= 0, "{}: pad {}: expected 0 or more", place, window.pad);
  check(window.pad < window.kernel, "{}: pad {}: expected less than the kernel, {}", place, window.pad, window.kernel);
  const std::int64_t smallest = std::min(input.height, input.width) + std::int64_t{2} * window.pad;
  check(window.kernel <= smallest, "{}: kernel {}: larger than its input, {} with {} of padding around", place,
        window.kernel, describe(input), window.pad);
}

int size_rounded_down(int input, Window window) {
  const std::int64_t room = input + std::int64_t{2} * window.pad - window.kernel;
  return static_cast<int>(room / window.stride + 1);
}

int size_rounded_up(int input, Window window) {
  const std::int64_t room = input + std::int64_t{2} * window.pad - window.kernel;
  const std::int64_t size = (room + window.stride - 1) / window.stride + 1;
  // The last window must cover a pixel, not the padding behind the image alone.
  const bool beyond = (size - 1) * window.stride >= std::int64_t{input} + window.pad;
  return static_cast<int>(beyond ? size - 1 : size);
}

void check_filler(const Filler& filler, std::string_view place, std::string_view what) {
  const bool deviation = filler.kind == Filler::Kind::gaussian;
  check(std::isfinite(filler.value) && (!deviation || filler.value >= 0), "{}: {} start with {} {}: expected {}", place,
        what, deviation ? "a deviation of" : "the value", filler.value, deviation ? "0 or more" : "a finite number");
}

void check_blob(const Blob& blob, std::string_view place, std::string_view what) {
  check_filler(blob.filler, place, what);
  check(std::isfinite(blob.rate_multiplier) && blob.rate_multiplier >= 0,
        "{}: {} rate multiplier {}: expected 0 or more", place, what, blob.rate_multiplier);
  check(std::isfinite(blob.decay_multiplier) && blob.decay_multiplier >= 0,
        "{}: {} decay multiplier {}: expected 0 or more", place, what, blob.decay_multiplier);
}

void set_weights(Layer& layer, std::string_view place, std::int64_t outputs) {
  const double weights = static_cast<double>(outputs) * static_cast<double>(fan_in(layer));
  check(weights <= most_weights, "{}: {:.3g} weights: expected {:.3g} or less", place, weights, most_weights);
  layer.weight_count = outputs * fan_in(layer);
  layer.bias_count = outputs;
}

void work_out_conv(const Conv& conv, Layer& layer, std::string_view place) {
  const Window window{conv.kernel, conv.stride, conv.pad};
  check_size(place, "outputs", conv.outputs);
  check_window(place, window, layer.input);
  layer.output = {conv.outputs, size_rounded_down(layer.input.height, window),
                  size_rounded_down(layer.input.width, window)};
  set_weights(layer, place, conv.outputs);
}

void work_out_dense(const Dense& dense, Layer& layer, std::string_view place) {
  check_size(place, "outputs", dense.outputs);
  layer.output = {dense.outputs, 1, 1};
  set_weights(layer, place, dense.outputs);
}

void work_out_pool(const Pool& pool, Layer& layer, std::string_view place) {
  const Window window{pool.kernel, pool.stride, pool.pad};
  check_window(place, window, layer.input);
  layer.output = {layer.input.channels, size_rounded_up(layer.input.height, window),
                  size_rounded_up(layer.input.width, window)};
}

void work_out_subsample(const Subsample& subsample, Layer& layer, std::string_view place) {
  const int kernel = subsample.kernel;
  check_window(place, {kernel, kernel, 0}, layer.input);
  check(layer.input.height % kernel == 0 && layer.input.width % kernel == 0,
        "{}: kernel {}: its windows do not fill the input, {}", place, kernel, describe(layer.input));
  layer.output = {layer.input.channels, layer.input.height / kernel, layer.input.width / kernel};
  layer.weight_count = layer.bias_count = layer.input.channels;
}

void work_out_lrn(const Lrn& lrn, Layer& layer, std::string_view place) {
  check(lrn.size > 0 && lrn.size % 2 == 1, "{}: size {}: expected an odd number, 1 or more", place, lrn.size);
  check(std::isfinite(lrn.alpha) && lrn.alpha >= 0, "{}: alpha {}: expected 0 or more", place, lrn.alpha);
  check(std::isfinite(lrn.beta), "{}: beta {}: expected a finite number", place, lrn.beta);
  check(std::isfinite(lrn.k) && lrn.k > 0, "{}: k {}: expected more than 0", place, lrn.k);
  layer.output = layer.input;
}

void work_out_dropout(const Dropout& dropout, Layer& layer, std::string_view place) {
  check(dropout.ratio >= 0 && dropout.ratio < 1, "{}: ratio {}: expected 0 or more, less than 1", place, dropout.ratio);
  layer.output = layer.input;
}

}  // namespace

std::string describe(Shape shape) {
  return fmt::format("{}x{}x{}", shape.channels, shape.height, shape.width);
}

void check_activations(Shape shape, std::string_view place) {
  const double values = static_cast<double>(shape.channels) * shape.height * shape.width;
  check(values <= std::numeric_limits<int>::max(), "{}: {} has more than {} values a sample", place, describe(shape),
        std::numeric_limits<int>::max());
}

void work_out(Layer& layer, std::string_view place) {
  match(
      layer.kind, [&](const Conv& conv) { work_out_conv(conv, layer, place); },
      [&](const Dense& dense) { work_out_dense(dense, layer, place); },
      [&](const Pool& pool) { work_out_pool(pool, layer, place); },
      [&](const Subsample& subsample) { work_out_subsample(subsample, layer, place); },
      [&](const Relu&) { layer.output = layer.input; }, [&](const Tanh&) { layer.output = layer.input; },
      [&](const Lrn& lrn) { work_out_lrn(lrn, layer, place); },
      [&](const Dropout& dropout) { work_out_dropout(dropout, layer, place); },
      [&](const SoftmaxLoss&) {
        layer.output = {static_cast<int>(layer.input.count()), 1, 1};
      });
  if (const Blob* weights = weights_blob(layer)) check_blob(*weights, place, "weights");
  if (const Blob* bias = bias_blob(layer)) check_blob(*bias, place, "bias");
  check_activations(layer.output, place);
}

}  // namespace ringside
