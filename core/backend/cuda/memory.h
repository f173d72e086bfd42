// Memory of a GPU, and memory of the host that it reaches without a detour.
#pragma once
#include "core/backend/device.h"

namespace ringside::cuda {

// On the physical device; 256-byte aligned, not zeroed. Throws Error (bad_input) with the size and what is free.
DeviceMemory allocate_on_gpu(std::int64_t floats, int physical_device);

// Pinned, for copies that the host does not wait for. Zeroed.
DeviceMemory allocate_pinned(std::int64_t floats);

}  // namespace ringside::cuda
