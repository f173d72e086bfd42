// Networks and one-layer networks for the tests of core/net.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/net/network.h"

namespace ringside {

using NamedKinds = std::vector<std::pair<std::string, LayerKind>>;

inline Network network_of(Shape input, NamedKinds layers, Solver solver = {}) {
  return make_network("test", "synthetic", input, {}, std::move(solver), std::move(layers));
}

// `kind` as the first layer of a network, before a loss.
inline Layer layer_of(Shape input, LayerKind kind) {
  return network_of(input, {{"tried", std::move(kind)}, {"loss", SoftmaxLoss{}}}).layers.front();
}

// Caffe's LeNet: no non-linearity after the convolutions.
inline Network lenet() {
  return network_of({1, 28, 28}, {{"conv1", Conv{20, 5, 1, 0, {}, {}}},
                                  {"pool1", Pool{Pool::Kind::max, 2, 2, 0}},
                                  {"conv2", Conv{50, 5, 1, 0, {}, {}}},
                                  {"pool2", Pool{Pool::Kind::max, 2, 2, 0}},
                                  {"ip1", Dense{500, {}, {}}},
                                  {"relu1", Relu{}},
                                  {"ip2", Dense{10, {}, {}}},
                                  {"loss", SoftmaxLoss{}}});
}

}  // namespace ringside
