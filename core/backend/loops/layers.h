// Layers without a matrix product, which wait for memory: loops over the channels of a pixel, for activations in NHWC order.
// oneDNN's pooling takes up to five times as long as the memory does, and its normalisation across channels more.
#pragma once
#include <memory>

#include "core/backend/kernels.h"
#include "core/backend/simd.h"

namespace ringside::loops {

// With `images` above 1 so many images lie side by side in place of every value, and call.samples counts such groups.
std::unique_ptr<LayerKernel> make_pool(const LayerCall& call, const Pool& pool, SimdLevel level, int images = 1);
std::unique_ptr<LayerKernel> make_lrn(const LayerCall& call, const Lrn& lrn, SimdLevel level, int images = 1);

std::unique_ptr<LayerKernel> make_subsample(const LayerCall& call, const Subsample& subsample, SimdLevel level);
std::unique_ptr<LayerKernel> make_relu(const LayerCall& call, SimdLevel level);  // in any order

}  // namespace ringside::loops
