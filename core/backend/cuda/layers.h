// The layers of the CUDA backend. The context outlives them.
#pragma once
#include <memory>

#include "core/backend/cuda/context.h"
#include "core/backend/kernels.h"

namespace ringside::cuda {

std::unique_ptr<LayerKernel> make_convolution(Context& context, const LayerCall& call, const Conv& conv);
std::unique_ptr<LayerKernel> make_dense(Context& context, const LayerCall& call);
std::unique_ptr<LayerKernel> make_pool(Context& context, const LayerCall& call, const Pool& pool);
std::unique_ptr<LayerKernel> make_subsample(Context& context, const LayerCall& call, const Subsample& subsample);
std::unique_ptr<LayerKernel> make_relu(Context& context, const LayerCall& call);
std::unique_ptr<LayerKernel> make_tanh(Context& context, const LayerCall& call);
std::unique_ptr<LayerKernel> make_lrn(Context& context, const LayerCall& call, const Lrn& lrn);
std::unique_ptr<LayerKernel> make_dropout(Context& context, const LayerCall& call, const Dropout& dropout);
std::unique_ptr<LayerKernel> make_softmax_loss(Context& context, const LayerCall& call);

std::unique_ptr<LayerKernel> make_layer(Context& context, const LayerCall& call);

}  // namespace ringside::cuda
