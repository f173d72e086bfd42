// Which layers work in place.
#include "core/net/in_place.h"

#include <variant>

namespace ringside {

bool overwrites_input(const Network& network, int layer) {
  if (layer == 0) return false;
  const Layer& before = network.layers[static_cast<std::size_t>(layer) - 1];
  return is_in_place(network.layers[static_cast<std::size_t>(layer)]) && !std::holds_alternative<Tanh>(before.kind);
}

}  // namespace ringside
