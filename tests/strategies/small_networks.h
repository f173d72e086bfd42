// Small networks that between them have every kind of layer, and every neighbourhood of layers that is a trap.
#pragma once
#include <vector>

#include "core/net/network.h"

namespace ringside {

// Their names tell test cases apart; see small_networks.cpp for what each is for.
const std::vector<Network>& small_networks();

// One of them by name, or "even", whose parts are all of one size.
const Network& small_network(std::string_view name);

}  // namespace ringside
