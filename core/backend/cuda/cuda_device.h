// A GPU, or one of several logical devices on it.
#pragma once
#include <memory>

#include "core/backend/cuda/context.h"
#include "core/backend/device.h"

namespace ringside::cuda {

enum class Launches {
  one_by_one,
  recorded  // what comes again and again is launched as a CUDA graph
};

// Logical device `index` works on GPU (index mod GPUs), with streams of its own.
std::unique_ptr<Device> make_cuda_device(int index, Arithmetic arithmetic, Launches launches);

}  // namespace ringside::cuda
