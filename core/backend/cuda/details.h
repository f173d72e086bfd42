// What there is of CUDA on this machine, in words.
#pragma once
#include <string>

#include "core/backend/cuda/context.h"

namespace ringside::cuda {

// What keeps GPUs from being used: the driver is missing or too old, or there is no GPU. Empty if nothing does.
std::string missing();

// 0 where something is missing.
int gpu_count_or_none();

// "CUDA 13.0, driver 13.0, cuDNN 9.19.0, cuBLAS 13.1, NCCL 2.28.9; 2 GPUs: 0 ..., 1 ...; copies between them: direct; products in fp32".
// Empty where something is missing.
std::string details(Arithmetic arithmetic);

}  // namespace ringside::cuda
