// The networks that strategies are tried on.
#include "tests/strategies/small_networks.h"

#include <algorithm>

namespace ringside {
namespace {

// A blob whose multipliers differ from every other's: an update that takes the wrong blob's is caught.
Blob blob(float rate, float decay) {
  return {{}, rate, decay};
}

Solver solver(float momentum) {
  Solver solver;
  solver.momentum = momentum;
  solver.weight_decay = 0.0005F;
  return solver;
}

std::vector<Network> make_networks() {
  std::vector<Network> networks;
  // Stride and padding; fewer channels than devices; lrn then relu, tanh then dropout, relu then pool.
  networks.push_back(make_network("windows", "synthetic", {2, 6, 6}, {}, solver(0.9F),
                                  {{"conv1", Conv{3, 3, 1, 1, blob(1, 1), blob(2, 0)}},
                                   {"relu1", Relu{}},
                                   {"pool1", Pool{Pool::Kind::max, 3, 2, 0}},
                                   {"lrn", Lrn{5, 1, 0.75F, 1}},
                                   {"relu2", Relu{}},
                                   {"conv2", Conv{5, 2, 2, 1, blob(3, 4), blob(5, 2)}},
                                   {"tanh", Tanh{}},
                                   {"dropout", Dropout{0.5F}},
                                   {"ip", Dense{3, blob(7, 1), blob(2, 3)}},
                                   {"loss", SoftmaxLoss{}}}));
  // A pool without parameters comes first; subsampling; more channels than devices; relu then dropout; two dense layers.
  networks.push_back(make_network("pool_first", "synthetic", {3, 5, 5}, {}, solver(0.5F),
                                  {{"pool", Pool{Pool::Kind::average, 2, 1, 0}},
                                   {"conv", Conv{9, 3, 1, 1, blob(2, 1), blob(1, 1)}},
                                   {"subsample", Subsample{2, blob(3, 2), blob(4, 0)}},
                                   {"tanh", Tanh{}},
                                   {"relu", Relu{}},
                                   {"ip1", Dense{10, blob(1, 5), blob(3, 1)}},
                                   {"relu1", Relu{}},
                                   {"dropout", Dropout{0.5F}},
                                   {"ip2", Dense{4, blob(1, 1), blob(6, 0)}},
                                   {"loss", SoftmaxLoss{}}}));
  // Fewer parameters than devices, no momentum, a loss over pixels, and a first layer that would work in place.
  networks.push_back(make_network(
      "tiny", "synthetic", {1, 1, 3}, {}, solver(0),
      {{"dropout", Dropout{0.5F}}, {"conv", Conv{2, 1, 1, 0, blob(3, 2), blob(1, 1)}}, {"loss", SoftmaxLoss{}}}));
  // Every channel needed by the first layer, padded pooling, one class alone.
  networks.push_back(make_network("lrn_first", "synthetic", {4, 3, 3}, {}, solver(0.9F),
                                  {{"lrn1", Lrn{5, 1, 0.75F, 1}},
                                   {"pool1", Pool{Pool::Kind::max, 2, 2, 1}},
                                   {"lrn2", Lrn{3, 1, 0.75F, 1}},
                                   {"pool2", Pool{Pool::Kind::average, 2, 1, 0}},
                                   {"ip", Dense{1, blob(2, 1), blob(3, 1)}},
                                   {"tanh", Tanh{}},
                                   {"loss", SoftmaxLoss{}}}));
  return networks;
}

// Every layer's channels and, with them, the parameters can be divided by 2, 3, 4, 6 and 12: formulas are exact.
Network make_even_network() {
  return make_network("even", "synthetic", {2, 4, 4}, {}, solver(0.9F),
                      {{"conv1", Conv{12, 3, 1, 1, blob(1, 1), blob(2, 0)}},
                       {"relu1", Relu{}},
                       {"pool1", Pool{Pool::Kind::max, 2, 2, 0}},
                       {"lrn", Lrn{3, 1, 0.75F, 1}},
                       {"ip1", Dense{24, blob(1, 1), blob(2, 0)}},
                       {"tanh", Tanh{}},
                       {"dropout", Dropout{0.5F}},
                       {"ip2", Dense{12, blob(1, 1), blob(2, 0)}},
                       {"loss", SoftmaxLoss{}}});
}

}  // namespace

const std::vector<Network>& small_networks() {
  static const std::vector<Network> networks = make_networks();
  return networks;
}

const Network& small_network(std::string_view name) {
  static const Network even = make_even_network();
  return name == even.name ? even : *std::ranges::find(small_networks(), name, &Network::name);
}

}  // namespace ringside
