// Draws the first weights: value i of the model is draw i of a counter-based generator, whatever comes before it.
#include "core/net/init.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/random.h"

namespace ringside {

namespace {

constexpr std::uint64_t init_stream = 0x696E6974;  // "init"

void fill(std::span<float> values, std::int64_t offset, const Filler& filler, std::int64_t fan_in, RandomKey key) {
  const auto draw_all = [&](auto draw, float scale) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = scale * draw(key, static_cast<std::uint64_t>(offset) + i);
    }
  };
  const auto fans = static_cast<float>(fan_in);
  switch (filler.kind) {
    case Filler::Kind::constant:
      std::fill(values.begin(), values.end(), filler.value);
      break;
    case Filler::Kind::xavier:
      draw_all([](RandomKey k, std::uint64_t i) { return 2 * random_uniform(k, i) - 1; }, std::sqrt(3 / fans));
      break;
    case Filler::Kind::gaussian:
      draw_all(random_normal, filler.value);
      break;
    case Filler::Kind::msra:
      draw_all(random_normal, std::sqrt(2 / fans));
      break;
  }
}

}  // namespace

std::vector<float> initial_weights(const Network& network, std::uint64_t seed) {
  const RandomKey key{seed, init_stream};
  std::vector<float> model(static_cast<std::size_t>(network.params()));
  for (const Layer& layer : network.layers) {
    if (layer.params() == 0) continue;
    const auto at = [&](std::int64_t first, std::int64_t count) {
      return std::span(model).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    };
    const std::int64_t bias = layer.offset + layer.weight_count;
    fill(at(layer.offset, layer.weight_count), layer.offset, weights_blob(layer)->filler, fan_in(layer), key);
    fill(at(bias, layer.bias_count), bias, bias_blob(layer)->filler, fan_in(layer), key);
  }
  return model;
}

}  // namespace ringside
