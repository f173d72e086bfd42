// The layers of the reference backend, one file each. The formulas stand in core/net/layer.h; sums are taken in double.
// Another CPU backend may use those it has nothing better for.
#pragma once
#include <memory>

#include "core/backend/kernels.h"

namespace ringside::reference {

std::unique_ptr<LayerKernel> make_convolution(const LayerCall& call, const Conv& conv);
std::unique_ptr<LayerKernel> make_dense(const LayerCall& call);
std::unique_ptr<LayerKernel> make_max_pool(const LayerCall& call, const Pool& pool);
std::unique_ptr<LayerKernel> make_average_pool(const LayerCall& call, const Pool& pool);
std::unique_ptr<LayerKernel> make_subsample(const LayerCall& call, const Subsample& subsample);
std::unique_ptr<LayerKernel> make_relu(const LayerCall& call);
std::unique_ptr<LayerKernel> make_tanh(const LayerCall& call);
std::unique_ptr<LayerKernel> make_lrn(const LayerCall& call, const Lrn& lrn);
std::unique_ptr<LayerKernel> make_dropout(const LayerCall& call, const Dropout& dropout);
std::unique_ptr<LayerKernel> make_softmax_loss(const LayerCall& call);

// The one of these that the call's layer is.
std::unique_ptr<LayerKernel> make_layer(const LayerCall& call);

}  // namespace ringside::reference
