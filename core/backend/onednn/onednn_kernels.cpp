// Which layers oneDNN computes, and which are left to the reference backend.
#include "core/backend/onednn/onednn_kernels.h"

#include "core/backend/loops/layers.h"
#include "core/backend/onednn/context.h"
#include "core/backend/onednn/layers.h"
#include "core/backend/reference/layers.h"
#include "core/base/error.h"
#include "core/base/match.h"

namespace ringside {

OnednnKernels::OnednnKernels(SimdLevel level) : level_(level), context_(std::make_unique<onednn::Context>()) {}
OnednnKernels::~OnednnKernels() = default;

std::unique_ptr<LayerKernel> OnednnKernels::layer(const LayerCall& call) {
  auto kernel = own_layer(call);
  return kernel != nullptr ? std::move(kernel) : reference::make_layer(call);
}

std::unique_ptr<LayerKernel> OnednnKernels::own_layer(const LayerCall& call) {
  onednn::use_one_thread();
  using Kernel = std::unique_ptr<LayerKernel>;
  try {
    return match(
        call.layer.kind, [&](const Conv& conv) { return onednn::make_convolution(*context_, call, conv); },
        [&](const Dense&) { return onednn::make_dense(*context_, call); },
        [&](const Pool& pool) { return loops::make_pool(call, pool, level_); },
        [&](const Subsample& subsample) { return loops::make_subsample(call, subsample, level_); },
        [&](const Relu&) { return loops::make_relu(call, level_); },
        [&](const Tanh&) { return onednn::make_tanh(*context_, call); },
        [&](const Lrn& lrn) { return loops::make_lrn(call, lrn, level_); }, [&](const Dropout&) { return Kernel(); },
        [&](const SoftmaxLoss&) { return Kernel(); });
  } catch (const dnnl::error& error) {
    fail("layer \"{}\" for {} samples: oneDNN: {} (status {})", call.layer.name, call.samples, error.what(),
         static_cast<int>(error.status));
  }
}

}  // namespace ringside
