// Lays out the data of a layer call and calls it.
#include "tests/core/backend/layer_run.h"

#include <utility>

#include "core/base/random.h"

namespace ringside::test {

namespace {

std::vector<float> random_values(std::int64_t count, RandomKey key) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 2 * random_uniform(key, i) - 1;
  return values;
}

std::vector<float> distinct_values(std::int64_t count, RandomKey key) {
  std::vector<float> values;
  const std::int64_t middle = count / 2;
  for (const int rank : random_permutation(key, static_cast<int>(count))) {
    values.push_back(0.02F * (static_cast<float>(rank) - static_cast<float>(middle) + 0.5F));
  }
  return values;
}

constexpr float garbage = 1e30F;  // everything that is read must have been written

const float* pointer(const std::vector<float>& values) {
  return values.empty() ? nullptr : values.data();
}
float* pointer(std::vector<float>& values) {
  return values.empty() ? nullptr : values.data();
}

}  // namespace

LayerData make_data(const Layer& layer, int samples, std::uint64_t seed) {
  LayerData data;
  data.input = distinct_values(samples * layer.input.count(), {seed, 1});
  data.params = random_values(layer.params(), {seed, 2});
  if (is_loss(layer)) {
    for (int sample = 0; sample < samples; ++sample) {
      const auto word = random_words({seed, 3}, static_cast<std::uint64_t>(sample))[0];
      data.labels.push_back(static_cast<float>(word % static_cast<std::uint64_t>(layer.input.count())));
    }
  } else {
    data.output_gradient = random_values(samples * layer.output.count(), {seed, 4});
  }
  return data;
}

std::vector<float> take_channels(const std::vector<float>& values, int channels, Slice slice) {
  std::vector<float> taken;
  for (std::size_t pixel = 0; pixel < values.size(); pixel += static_cast<std::size_t>(channels)) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(pixel) + slice.first;
    taken.insert(taken.end(), first, first + slice.count);
  }
  return taken;
}

LayerData slice_of(const LayerData& data, const Layer& layer, Slice slice) {
  LayerData part = data;
  const int channels = layer.output.channels;
  if (is_channel_local(layer)) part.input = take_channels(data.input, channels, slice);
  if (!data.output_gradient.empty()) part.output_gradient = take_channels(data.output_gradient, channels, slice);
  if (layer.params() > 0) {
    const std::int64_t per_channel = layer.weight_count / channels;
    const auto weights = data.params.begin() + slice.first * per_channel;
    const auto bias = data.params.begin() + layer.weight_count + slice.first;
    part.params.assign(weights, weights + slice.count * per_channel);
    part.params.insert(part.params.end(), bias, bias + slice.count);
  }
  return part;
}

LayerCall make_call(const Layer& layer, int samples, Slice slice, const RunOptions& options) {
  return {layer, samples, slice.first, slice.count, options.input_gradient};
}

ForwardResult run_forward(LayerKernel& kernel, const LayerCall& call, const LayerData& data,
                          const RunOptions& options) {
  const Layer& layer = call.layer;
  const std::int64_t outputs = call.samples * layer.output.pixels() * call.channels;
  const std::int64_t states = call.samples * state_count(layer) / layer.output.channels * call.channels;
  ForwardResult result;
  result.output.assign(static_cast<std::size_t>(outputs + (is_loss(layer) ? call.samples : 0)), garbage);
  result.state.assign(static_cast<std::size_t>(states), garbage);
  if (options.in_place) result.output = data.input;
  kernel.forward({.input = options.in_place ? result.output.data() : data.input.data(),
                  .params = pointer(data.params),
                  .labels = pointer(data.labels),
                  .state = pointer(result.state),
                  .output = result.output.data(),
                  .place = options.place});
  return result;
}

LayerResult run_layer(LayerKernel& kernel, const LayerCall& call, const LayerData& data, const RunOptions& options) {
  ForwardResult forward = run_forward(kernel, call, data, options);
  LayerResult result;
  result.output = std::move(forward.output);
  if (options.input_gradient) result.input_gradient.assign(data.input.size(), garbage);
  if (options.in_place) result.input_gradient = data.output_gradient;
  result.params_gradient.assign(data.params.size(), garbage);
  kernel.backward({.input = options.in_place ? nullptr : data.input.data(),
                   .output = result.output.data(),
                   .output_gradient = pointer(options.in_place ? result.input_gradient : data.output_gradient),
                   .state = pointer(forward.state),
                   .labels = pointer(data.labels),
                   .params = pointer(data.params),
                   .input_gradient = pointer(result.input_gradient),
                   .params_gradient = pointer(result.params_gradient),
                   .divisor = options.divisor,
                   .place = options.place});
  return result;
}

LayerResult run_layer(Kernels& kernels, const LayerCall& call, const LayerData& data, const RunOptions& options) {
  const auto kernel = kernels.layer(call);
  return run_layer(*kernel, call, data, options);
}

Slice whole(const Layer& layer) {
  return {0, layer.output.channels};
}

std::vector<std::vector<Slice>> cuts(const Layer& layer) {
  const int channels = layer.output.channels;
  std::vector<std::vector<Slice>> all{{whole(layer)}};
  if (is_loss(layer)) return all;
  if (channels >= 2) all.push_back({{0, channels / 2}, {channels / 2, channels - channels / 2}});
  if (channels >= 3) all.push_back({{0, 1}, {1, channels - 2}, {channels - 1, 1}});
  return all;
}

}  // namespace ringside::test
