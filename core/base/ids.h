// Names of the things a graph is made of: strong integers, so that a device is never mistaken for a buffer.
#pragma once
#include <cstddef>

namespace ringside {

enum class DeviceId : int {};  // 0..devices-1, or `host`
enum class BufferId : int {};  // index into StepGraph::buffers
enum class TaskId : int {};    // index into StepGraph::tasks

inline constexpr DeviceId host{-1};  // the host is a device too: batches come from it, losses go to it
inline constexpr BufferId no_buffer{-1};

template <class Id>
constexpr std::size_t index(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace ringside
