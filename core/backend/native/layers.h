// The layers of the native backend. The formulas stand in core/net/layer.h.
#pragma once
#include <memory>

#include "core/backend/kernels.h"
#include "core/backend/native/scratch.h"
#include "core/backend/simd.h"

namespace ringside::native {

std::unique_ptr<LayerKernel> make_convolution(const LayerCall& call, const Conv& conv, SimdLevel level,
                                              Scratch& scratch);
std::unique_ptr<LayerKernel> make_dense(const LayerCall& call, SimdLevel level, Scratch& scratch);

}  // namespace ringside::native
