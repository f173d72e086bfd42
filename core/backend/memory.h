// Memory of a CPU device.
#pragma once
#include "core/backend/device.h"

namespace ringside {

// Zeroed, aligned to 64 bytes, to a page if it is larger than one; already backed by memory: no page fault comes later.
// Throws Error naming the size and `device` if it is not to be had.
DeviceMemory allocate_memory(std::int64_t floats, const std::string& device);

}  // namespace ringside
