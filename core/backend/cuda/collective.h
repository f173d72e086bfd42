// Sums over GPUs by NCCL, where this was built with it (nccl_collective.cpp; else no_nccl.cpp).
#pragma once
#include <memory>
#include <string>

#include "core/backend/device.h"

namespace ringside::cuda {

// Whether NCCL can sum over so many devices: it takes each GPU once, and over one there is nothing to sum.
bool has_collective(int devices);

// Of devices 0, 1, ...; throws Error naming the call that failed. Requires: has_collective(devices).
std::unique_ptr<Collective> make_collective(int devices);

// "NCCL 2.28.9", or "no NCCL".
std::string nccl_text();

}  // namespace ringside::cuda
