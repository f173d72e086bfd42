// Another backend's kernel, for activations in NHWC, among native ones: its activations are converted on the way in and out.
#pragma once
#include <memory>

#include "core/backend/kernels.h"
#include "core/backend/native/scratch.h"
#include "core/backend/simd.h"

namespace ringside::native {

// The kernel is one of the call's; `origin` says whose.
std::unique_ptr<LayerKernel> make_converted(const LayerCall& call, std::unique_ptr<LayerKernel> nhwc,
                                            std::string_view origin, SimdLevel level, Scratch& scratch);

}  // namespace ringside::native
