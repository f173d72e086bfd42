// The layers and shapes every backend is held to.
#pragma once
#include <string>
#include <vector>

#include "core/net/network.h"

namespace ringside::test {

struct LayerCase {
  std::string name;
  Shape input;
  LayerKind kind;
  int samples = 1;
};

// 1x1, odd sizes, stride beyond the kernel, padding, batch 1, from one channel to many.
std::vector<LayerCase> layer_cases();

// A network whose first layer is the case's.
Network network_of(const LayerCase& layer_case);

}  // namespace ringside::test
