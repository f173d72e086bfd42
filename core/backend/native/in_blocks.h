// A layer of loops over the channels of a pixel (core/backend/loops), run over blocks of images: to such a loop a block is an
// image with 16 times as many channels, and the last block one with fewer.
#pragma once
#include <functional>
#include <memory>

#include "core/backend/kernels.h"

namespace ringside::native {

// make(call, images): the loops for call.samples groups of so many images side by side.
using MakeLoops = std::function<std::unique_ptr<LayerKernel>(const LayerCall& call, int images)>;

// Requires: a layer without parameters.
std::unique_ptr<LayerKernel> make_in_blocks(const LayerCall& call, const MakeLoops& make);

}  // namespace ringside::native
