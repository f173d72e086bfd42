// All memory of a run, taken once: every buffer of a graph on its device, the host's too.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/backend/device.h"
#include "core/graph/task.h"

namespace ringside {

// The remainder that is never negative: the copy of a buffer, or the event of a set, that belongs to a step.
constexpr std::int64_t turn_of(std::int64_t step, std::int64_t turns) {
  return (step % turns + turns) % turns;
}

class Workspace {
 public:
  // Zeroed. Requires: devices[d] is device d of the graph; they outlive the workspace.
  Workspace(const StepGraph& graph, std::span<const std::unique_ptr<Device>> devices);

  // Where a span stands in a step; null for an empty one.
  float* at(const Span& span, std::int64_t step) const {
    if (span.empty()) return nullptr;
    const Turns& turns = buffers_[index(span.buffer)];
    return copies_[turns.first + static_cast<std::size_t>(turn_of(step - span.age, turns.count))].get() + span.begin;
  }

  std::int64_t bytes() const { return bytes_; }

 private:
  struct Turns {
    std::size_t first;  // into copies_
    int count;
  };
  std::vector<Turns> buffers_;
  std::vector<DeviceMemory> copies_;  // one allocation each, so that every copy is aligned
  std::int64_t bytes_ = 0;
};

}  // namespace ringside
