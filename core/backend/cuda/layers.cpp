// Which file has which layer.
#include "core/backend/cuda/layers.h"

#include "core/base/match.h"

namespace ringside::cuda {

std::unique_ptr<LayerKernel> make_layer(Context& context, const LayerCall& call) {
  return match(
      call.layer.kind, [&](const Conv& conv) { return make_convolution(context, call, conv); },
      [&](const Dense&) { return make_dense(context, call); },
      [&](const Pool& pool) { return make_pool(context, call, pool); },
      [&](const Subsample& subsample) { return make_subsample(context, call, subsample); },
      [&](const Relu&) { return make_relu(context, call); }, [&](const Tanh&) { return make_tanh(context, call); },
      [&](const Lrn& lrn) { return make_lrn(context, call, lrn); },
      [&](const Dropout& dropout) { return make_dropout(context, call, dropout); },
      [&](const SoftmaxLoss&) { return make_softmax_loss(context, call); });
}

}  // namespace ringside::cuda
