// Launches whose numbers change from step to step, while a stream is recorded and when the recording is to be repeated: the rate of
// an update, the key of a mask.
#pragma once
#include <cstdint>
#include <vector>

#include "core/backend/cuda/handle.h"

namespace ringside::cuda {

// One of them in a recording, and what its numbers follow from.
struct VaryingNode {
  cudaGraphNode_t node = nullptr;
  std::uint64_t version = 0;
};

// Of one stream: by turns it just launches, notes what is recorded, and renews what was. A command that has a launch of this kind
// has no other kind: renewing makes its calls again, and only these know that nothing is to be launched.
class Varying {
 public:
  // From here on launches are being recorded, and noted here.
  void begin_recording(std::vector<VaryingNode>& nodes) { recorded_ = &nodes; }
  // From here on launches do not happen: each gives its numbers to the next of the nodes.
  void begin_renewing(cudaGraphExec_t graph, std::vector<VaryingNode>& nodes);
  void end();

  bool renews() const { return graph_ != nullptr; }
  // Requires: renews. `version` tells numbers apart.
  void renew(std::uint64_t version, const cudaKernelNodeParams& launch);
  // A launch was put into the stream.
  void launched(cudaStream_t stream, std::uint64_t version);

 private:
  std::vector<VaryingNode>* recorded_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
  std::vector<VaryingNode>* renewed_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace ringside::cuda
