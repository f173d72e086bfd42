// First weights of a model.
#pragma once
#include <cstdint>
#include <vector>

#include "core/net/network.h"

namespace ringside {

// network.params() floats in network order (per layer: weights, then bias). A pure function of (network, seed).
std::vector<float> initial_weights(const Network& network, std::uint64_t seed);

}  // namespace ringside
