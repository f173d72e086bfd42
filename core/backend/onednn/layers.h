// The layers of the oneDNN backend, one file each. The formulas stand in core/net/layer.h.
#pragma once
#include <memory>

#include "core/backend/kernels.h"

namespace ringside::onednn {

class Context;

// On oneDNN. Null where it has nothing but its own reference loops, which are slower than ours.
std::unique_ptr<LayerKernel> make_convolution(Context& context, const LayerCall& call, const Conv& conv);
std::unique_ptr<LayerKernel> make_dense(Context& context, const LayerCall& call);
std::unique_ptr<LayerKernel> make_tanh(Context& context, const LayerCall& call);

}  // namespace ringside::onednn
