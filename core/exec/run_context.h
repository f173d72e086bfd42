// What everything in a run refers to.
#pragma once
#include <cstdint>

#include "core/exec/workspace.h"
#include "core/graph/task.h"
#include "core/net/network.h"

namespace ringside {

struct RunContext {
  const Network& network;
  const StepGraph& graph;
  const Workspace& workspace;
  std::uint64_t seed;  // of dropout
};

}  // namespace ringside
