// Copies between buffers and where they are kept.
#include "core/exec/state.h"

namespace ringside {
namespace {

// Calls `copy(memory, saved, floats)` for every copy of the device's buffers.
template <class Copy>
void for_each_copy(const RunContext& context, DeviceId device, const SavedBuffers& saved, Copy copy) {
  float* place = saved.floats.data();
  for (const BufferId id : saved.buffers) {
    const Buffer& buffer = context.graph.buffers[index(id)];
    for (int turn = 0; turn < buffer.copies; ++turn, place += buffer.floats) {
      if (buffer.device == device)
        copy(context.workspace.at(Span{id, 0, 0, buffer.floats}, turn), place, buffer.floats);
    }
  }
}

}  // namespace

std::int64_t floats_in(const StepGraph& graph, std::span<const BufferId> buffers) {
  std::int64_t floats = 0;
  for (const BufferId id : buffers) floats += graph.buffers[index(id)].floats * graph.buffers[index(id)].copies;
  return floats;
}

void SaveState::execute(Kernels& kernels, std::int64_t /*step*/) const {
  for_each_copy(context_, device_, saved_, [&](const float* memory, float* saved, std::int64_t floats) {
    if (floats > 0) kernels.copy(saved, memory, floats);
  });
}

void RestoreState::execute(Kernels& kernels, std::int64_t /*step*/) const {
  for_each_copy(context_, device_, saved_, [&](float* memory, const float* saved, std::int64_t floats) {
    if (floats > 0) kernels.copy(memory, saved, floats);
  });
}

}  // namespace ringside
