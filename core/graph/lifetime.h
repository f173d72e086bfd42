// What a training in progress consists of between two steps: the buffers a later step reads before it writes them.
#pragma once
#include <vector>

#include "core/graph/task.h"

namespace ringside {

// Buffers of the devices, in their order, that hold something from one step to the next: weights, momentum, a delayed
// gradient, a batch that travelled ahead. All the others are written anew in every step before they are read. Errs on the side
// of keeping one too many.
std::vector<BufferId> lasting_buffers(const StepGraph& graph);

}  // namespace ringside
