// Takes the memory that a graph's buffers describe.
#include "core/exec/workspace.h"

#include "core/base/error.h"

namespace ringside {
namespace {

// The host's memory comes from the first device, which copies to and from it.
DeviceMemory allocate(const Buffer& buffer, std::span<const std::unique_ptr<Device>> devices) {
  try {
    if (buffer.device == host) return devices.front()->allocate_on_host(buffer.floats);
    return devices[index(buffer.device)]->allocate(buffer.floats);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("buffer \"{}\": {}", buffer.name, error.what()));
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
      } else {
        copies_.push_back(allocate(buffer, devices));
      }
      bytes_ += buffer.floats * static_cast<std::int64_t>(sizeof(float));
    }
  }
}

}  // namespace ringside
