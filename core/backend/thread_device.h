// A CPU device: memory, and streams that are threads.
#pragma once
#include <memory>
#include <string>

#include "core/backend/device.h"

namespace ringside {

// Makes the kernels of one stream. Called on the stream's own thread, so that what it sets for a thread (OpenMP's number of
// threads, say) holds where the kernels will run. Kernels::layer is called from the issuing thread all the same.
using MakeKernels = std::unique_ptr<Kernels> (*)();

// Pinned: the threads of all its streams run on one core, number (index mod cores) of those the process may use.
// Where the system does not allow that, they run anywhere.
std::unique_ptr<Device> make_thread_device(std::string name, int index, bool pinned, MakeKernels make_kernels);

}  // namespace ringside
