// A GPU, or one of several logical devices on it.
#pragma once
#include <memory>

#include "core/backend/cuda/context.h"
#include "core/backend/device.h"

namespace ringside::cuda {

// Logical device `index` works on GPU (index mod GPUs), with streams of its own.
std::unique_ptr<Device> make_cuda_device(int index, Arithmetic arithmetic);

}  // namespace ringside::cuda
