// Emission order is a legal order: a loop over the tasks is the step.
#include "bench/micro/bare_loop.h"

#include <algorithm>

namespace ringside {

BareLoop::BareLoop(const Network& network, const StepGraph& graph, const Backend& backend,
                   std::span<const float> weights)
    : graph_(graph),
      devices_([&] {
        std::vector<std::unique_ptr<Device>> devices;
        devices.push_back(backend.make_device(0, true));
        return devices;
      }()),
      workspace_(graph, devices_),
      context_{network, graph, workspace_, 1},
      kernels_(backend.make_kernels()) {
  for (const Placement& placement : graph.weights) {
    const std::int64_t offset = network.layers[static_cast<std::size_t>(placement.layer)].offset + placement.offset;
    std::copy_n(weights.data() + offset, placement.span.count, workspace_.at(placement.span, 0));
  }
  for (const Task& task : graph.tasks) tasks_.emplace_back(context_, task.op, *kernels_, layer_kernels_);
}

void BareLoop::run(std::int64_t steps) {
  for (const std::int64_t end = step_ + steps; step_ < end; ++step_) {
    for (const Perform& task : tasks_) task(*kernels_, step_);
  }
}

}  // namespace ringside
