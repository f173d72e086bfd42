// What lasts from one step to the next on the devices, on its way to the host and back.
#pragma once
#include <span>

#include "core/backend/device.h"
#include "core/exec/run_context.h"

namespace ringside {

// Every copy of these buffers, one after another.
struct SavedBuffers {
  std::span<const BufferId> buffers;
  std::span<float> floats;
};

std::int64_t floats_in(const StepGraph& graph, std::span<const BufferId> buffers);

// Copies one device's part out.
class SaveState final : public Command {
 public:
  SaveState(const RunContext& context, DeviceId device, SavedBuffers saved)
      : context_(context), device_(device), saved_(saved) {}
  void execute(Kernels& kernels, std::int64_t step) const override;

 private:
  const RunContext& context_;
  DeviceId device_;
  SavedBuffers saved_;
};

// Copies it back.
class RestoreState final : public Command {
 public:
  RestoreState(const RunContext& context, DeviceId device, SavedBuffers saved)
      : context_(context), device_(device), saved_(saved) {}
  void execute(Kernels& kernels, std::int64_t step) const override;

 private:
  const RunContext& context_;
  DeviceId device_;
  SavedBuffers saved_;
};

}  // namespace ringside
