// Finds the node of a launch that was just recorded, and gives it other numbers later.
#include "core/backend/cuda/varying.h"

#include <cassert>

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

void Varying::begin_renewing(cudaGraphExec_t graph, std::vector<VaryingNode>& nodes) {
  graph_ = graph;
  renewed_ = &nodes;
  next_ = 0;
}

void Varying::end() {
  recorded_ = nullptr;
  graph_ = nullptr;
  renewed_ = nullptr;
}

void Varying::renew(std::uint64_t version, const cudaKernelNodeParams& launch) {
  assert(next_ < renewed_->size());
  VaryingNode& node = (*renewed_)[next_++];
  if (node.version == version) return;
  must(cudaGraphExecKernelNodeSetParams(graph_, node.node, &launch), "cudaGraphExecKernelNodeSetParams");
  node.version = version;
}

// What the stream's next work would depend on is what was recorded last.
void Varying::launched(cudaStream_t stream, std::uint64_t version) {
  if (recorded_ == nullptr) return;
  cudaStreamCaptureStatus status{};
  const cudaGraphNode_t* last = nullptr;
  std::size_t count = 0;
  must(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &last, nullptr, &count), "cudaStreamGetCaptureInfo");
  assert(status == cudaStreamCaptureStatusActive && count == 1);
  recorded_->push_back({*last, version});
}

}  // namespace ringside::cuda
