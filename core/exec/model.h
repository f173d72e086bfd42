// The model's way into the spans of a graph that hold it, and out again.
#pragma once
#include <span>
#include <vector>

#include "core/backend/device.h"
#include "core/exec/run_context.h"
#include "core/graph/task.h"

namespace ringside {

// Where the model stands: the graph's placements without what an earlier one holds already.
std::vector<Placement> first_holders(const StepGraph& graph);

// Brings one device to the state before step 0: its buffers zero, and `weights`, the whole model, wherever it holds some.
class LoadModel final : public Command {
 public:
  LoadModel(const RunContext& context, DeviceId device, std::span<const float> weights)
      : context_(context), device_(device), weights_(weights) {}
  void execute(Kernels& kernels, std::int64_t step) const override;

 private:
  const RunContext& context_;
  DeviceId device_;
  std::span<const float> weights_;
};

// Copies to `weights`, the whole model, what one device is the first to hold of what a step begins with.
class StoreModel final : public Command {
 public:
  StoreModel(const RunContext& context, DeviceId device, std::span<float> weights)
      : context_(context), device_(device), weights_(weights) {}
  void execute(Kernels& kernels, std::int64_t step) const override;

 private:
  const RunContext& context_;
  DeviceId device_;
  std::span<float> weights_;
};

}  // namespace ringside
