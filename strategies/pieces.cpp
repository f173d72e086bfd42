// The parts that strategies share.
#include "strategies/pieces.h"

#include <algorithm>
#include <array>

#include "core/net/in_place.h"

namespace ringside {

Share share(std::int64_t total, int parts, int part) {
  const std::int64_t size = total / parts;
  const std::int64_t larger = total % parts;
  return {part * size + std::min<std::int64_t>(part, larger), size + (part < larger ? 1 : 0)};
}

std::vector<Samples> shards_of(const StepSpec& spec) {
  std::vector<Samples> shards;
  for (int device = 0; device < spec.devices; ++device) {
    const Share s = share(spec.batch, spec.devices, device);
    shards.push_back({static_cast<int>(s.first), static_cast<int>(s.count)});
  }
  return shards;
}

HostSide::HostSide(Builder& builder, const StepSpec& spec)
    : images(builder.buffer(host, spec.batch * spec.network.input.count(), "images", 2)),
      labels(builder.buffer(host, spec.batch, "labels", 2)),
      losses(builder.buffer(host, spec.batch, "losses", 2)) {
  builder.host_buffers(images.buffer, labels.buffer, losses.buffer);
}

Replica::Replica(Builder& builder, const StepSpec& spec, DeviceId id, Samples shard, ReplicaCopies copies)
    : network(spec.network), device(id), samples(shard) {
  images = builder.buffer(device, samples.count * network.input.count(), "images", 2);
  labels = builder.buffer(device, samples.count, "labels", 2);
  weights = builder.buffer(device, network.params(), "weights", copies.weights);
  gradient = builder.buffer(device, network.params(), "gradient", copies.gradient);
  // A layer's backward pass reads the gradient of its output and writes that of its input: two buffers by turns do.
  std::vector<std::size_t> turns;
  std::array<std::int64_t, 2> widest{};
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const Layer& layer = network.layers[l];
    states.push_back(builder.buffer(device, samples.count * state_count(layer), layer.name + " state"));
    if (overwrites_input(network, static_cast<int>(l))) {
      outputs.push_back(outputs.back());
      turns.push_back(turns.back());
      continue;
    }
    const std::int64_t size = samples.count * layer.output.count();
    outputs.push_back(builder.buffer(device, is_loss(layer) ? size + samples.count : size, layer.name));
    turns.push_back(turns.empty() ? 0 : 1 - turns.back());
    if (!is_loss(layer)) widest[turns.back()] = std::max(widest[turns.back()], size);
  }
  const std::array buffers{builder.buffer(device, widest[0], "output gradient"),
                           builder.buffer(device, widest[1], "input gradient")};
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const Layer& layer = network.layers[l];
    const std::int64_t size = is_loss(layer) ? 0 : samples.count * layer.output.count();
    output_gradients.push_back(buffers[turns[l]].part(0, size));
  }
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const Layer& layer = network.layers[l];
    builder.holds_weights(static_cast<int>(l), 0, weights.part(layer.offset, layer.params()));
  }
}

void Replica::feed(Builder& builder, const HostSide& host_side) const {
  const std::int64_t size = network.input.count();
  builder.add(Transfer{host_side.images.part(samples.first * size, samples.count * size).aged(-1), images.aged(-1)});
  builder.add(Transfer{host_side.labels.part(samples.first, samples.count).aged(-1), labels.aged(-1)});
}

void Replica::compute(Builder& builder, int divisor) const {
  forward(builder);
  for (auto l = static_cast<int>(network.layers.size()) - 1; l >= 0; --l) backward(builder, l, divisor);
}

void Replica::forward(Builder& builder) const {
  for (int l = 0; l < static_cast<int>(network.layers.size()); ++l) {
    const auto i = static_cast<std::size_t>(l);
    const Layer& layer = network.layers[i];
    const Channels channels{0, layer.output.channels};
    builder.add(Forward{l, samples, channels, input_of(i), weights.part(layer.offset, layer.params()),
                        is_loss(layer) ? labels : Span{}, states[i], outputs[i]});
  }
}

void Replica::backward(Builder& builder, int layer, int divisor) const {
  const auto i = static_cast<std::size_t>(layer);
  const Layer& of = network.layers[i];
  builder.add(Backward{.layer = layer,
                       .samples = samples,
                       .channels = {0, of.output.channels},
                       .divisor = divisor,
                       .input = input_of(i),
                       .output = outputs[i],
                       .output_gradient = output_gradients[i],
                       .state = states[i],
                       .labels = is_loss(of) ? labels : Span{},
                       .params = weights.part(of.offset, of.params()),
                       .input_gradient = layer == 0 ? Span{} : output_gradients[i - 1],
                       .params_gradient = gradient.part(of.offset, of.params())});
}

Span Replica::input_of(std::size_t layer) const {
  return layer == 0 ? images : outputs[layer - 1];
}

void Replica::report(Builder& builder, const HostSide& host_side) const {
  const std::int64_t probabilities = outputs.back().count - samples.count;
  builder.add(
      Transfer{outputs.back().part(probabilities, samples.count), host_side.losses.part(samples.first, samples.count)});
}

void update_model(Builder& builder, const Network& network, Span gradient, Span weights, Span updated, Span momentum) {
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const Layer& layer = network.layers[l];
    const std::int64_t begin = std::max(layer.offset, gradient.begin);
    const std::int64_t end = std::min(layer.offset + layer.params(), gradient.begin + gradient.count);
    if (begin >= end) continue;
    const std::int64_t first = begin - gradient.begin;
    const std::int64_t count = end - begin;
    builder.add(Update{static_cast<int>(l), begin - layer.offset, gradient.part(first, count),
                       weights.part(first, count), updated.part(first, count),
                       momentum.empty() ? Span{} : momentum.part(first, count)});
  }
}

Span momentum_buffer(Builder& builder, const Network& network, DeviceId device, std::int64_t floats) {
  return network.solver.momentum == 0 ? Span{} : builder.buffer(device, floats, "momentum");
}

}  // namespace ringside
