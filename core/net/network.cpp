// Works out a network's shapes, and turns down what is not a network.
#include "core/net/network.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/net/geometry.h"

namespace ringside {

namespace {

using NamedKind = std::pair<std::string, LayerKind>;

void check_names(const std::vector<NamedKind>& layers) {
  for (auto layer = layers.begin(); layer != layers.end(); ++layer) {
    const auto place = layer - layers.begin() + 1;
    check(!layer->first.empty(), "layer {}: needs a name", place);
    const auto twin =
        std::find_if(layers.begin(), layer, [&](const auto& other) { return other.first == layer->first; });
    check(twin == layer, "layer {} \"{}\": layer {} has the same name", place, layer->first, twin - layers.begin() + 1);
  }
}

void check_loss(const std::vector<NamedKind>& layers) {
  const auto loss = std::find_if(layers.begin(), layers.end(),
                                 [](const auto& layer) { return std::holds_alternative<SoftmaxLoss>(layer.second); });
  check(loss != layers.end(), "the last layer must be a softmax_loss; there is none");
  const auto place = loss - layers.begin() + 1;
  check(loss + 1 == layers.end(), "layer {} \"{}\": a softmax_loss must come last; there are {} layers", place,
        loss->first, layers.size());
}

void check_transform(const InputTransform& transform) {
  check(std::isfinite(transform.scale) && transform.scale != 0, "transform: scale {}: expected a finite number but 0",
        transform.scale);
}

}  // namespace

int Network::classes() const {
  return static_cast<int>(layers.back().input.count());
}

std::int64_t Network::params() const {
  return layers.back().offset + layers.back().params();
}

Network make_network(std::string name, std::string dataset, Shape input, InputTransform transform, Solver solver,
                     std::vector<std::pair<std::string, LayerKind>> layers) {
  check(input.channels > 0 && input.height > 0 && input.width > 0, "input {}: expected positive sizes",
        describe(input));
  check_activations(input, "input");
  check_transform(transform);
  check_solver(solver);
  check_names(layers);
  check_loss(layers);

  Network network{std::move(name), {}, std::move(dataset), input, transform, std::move(solver), {}};
  std::int64_t offset = 0;
  for (NamedKind& named : layers) {
    const std::string place = fmt::format("layer {} \"{}\"", network.layers.size() + 1, named.first);
    Layer layer{std::move(named.first), std::move(named.second), input, {}, 0, 0, offset};
    work_out(layer, place);
    offset += layer.params();
    input = layer.output;
    network.layers.push_back(std::move(layer));
  }
  return network;
}

}  // namespace ringside
