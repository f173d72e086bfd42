// Takes the memory that a graph's buffers describe.
#include "core/exec/workspace.h"

#include <new>

#include "core/base/error.h"

namespace ringside {
namespace {

constexpr std::align_val_t alignment{64};

DeviceMemory allocate_on_host(std::int64_t floats) {
  try {
    return {new (alignment) float[static_cast<std::size_t>(floats)]{},
            [](float* memory) { ::operator delete[](memory, alignment); }};
  } catch (const std::bad_alloc&) {
    fail("host: no memory for {} bytes", floats * static_cast<std::int64_t>(sizeof(float)));
  }
}

}  // namespace

Workspace::Workspace(const StepGraph& graph, std::span<const std::unique_ptr<Device>> devices) {
  for (const Buffer& buffer : graph.buffers) {
    buffers_.push_back({copies_.size(), buffer.copies});
    for (int copy = 0; copy < buffer.copies; ++copy) {
      // A layer without state has an empty buffer, which is never asked for.
      if (buffer.floats == 0) {
        copies_.emplace_back();
      } else if (buffer.device == host) {
        copies_.push_back(allocate_on_host(buffer.floats));
      } else {
        copies_.push_back(devices[index(buffer.device)]->allocate(buffer.floats));
      }
      bytes_ += buffer.floats * static_cast<std::int64_t>(sizeof(float));
    }
  }
}

}  // namespace ringside
