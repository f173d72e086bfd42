// What the benchmarks work on: the networks of the README at their recipes' batch sizes.
#pragma once
#include <vector>

#include "core/net/network.h"

namespace ringside {

struct Measured {
  Network network;
  int batch;
};

// Kept for the whole run of the program: benchmarks refer to them.
const std::vector<Measured>& measured_networks();

}  // namespace ringside
