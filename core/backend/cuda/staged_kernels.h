// CUDA kernels for memory of the host: every call takes its numbers to the first GPU, and brings back what came out. For
// checking and evaluation, where nothing is timed.
#pragma once
#include <memory>

#include "core/backend/cuda/context.h"
#include "core/backend/kernels.h"

namespace ringside::cuda {

std::unique_ptr<Kernels> make_staged_kernels(Arithmetic arithmetic);

}  // namespace ringside::cuda
