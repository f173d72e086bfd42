// A step's tasks one after another on the calling thread: no lane, no event, no clock. What the executor is measured against.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/backend/registry.h"
#include "core/exec/perform.h"
#include "core/graph/task.h"

namespace ringside {

class BareLoop {
 public:
  // Keeps references to network and graph. Requires: a graph of one device.
  BareLoop(const Network& network, const StepGraph& graph, const Backend& backend, std::span<const float> weights);
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  // Where the host's batch stands, NHWC; the same for every step.
  float* images() { return workspace_.at({graph_.images, 0, 0, graph_.buffers[index(graph_.images)].floats}, 0); }

  void run(std::int64_t steps);

 private:
  const StepGraph& graph_;
  std::vector<std::unique_ptr<Device>> devices_;
  Workspace workspace_;
  RunContext context_;
  std::unique_ptr<Kernels> kernels_;
  LayerKernels layer_kernels_;
  std::vector<Perform> tasks_;
  std::int64_t step_ = 0;
};

}  // namespace ringside
