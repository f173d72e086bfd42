// Kernels and devices of plain loops.
#include "core/backend/reference/reference_backend.h"

#include <fmt/format.h>

#include "core/backend/cores.h"
#include "core/backend/cpu_kernels.h"
#include "core/backend/reference/layers.h"
#include "core/backend/thread_device.h"
#include "core/base/match.h"

namespace ringside {

namespace reference {

std::unique_ptr<LayerKernel> make_layer(const LayerCall& call) {
  return match(
      call.layer.kind, [&](const Conv& conv) { return make_convolution(call, conv); },
      [&](const Dense&) { return make_dense(call); },
      [&](const Pool& pool) {
        return pool.kind == Pool::Kind::max ? make_max_pool(call, pool) : make_average_pool(call, pool);
      },
      [&](const Subsample& subsample) { return make_subsample(call, subsample); },
      [&](const Relu&) { return make_relu(call); }, [&](const Tanh&) { return make_tanh(call); },
      [&](const Lrn& lrn) { return make_lrn(call, lrn); },
      [&](const Dropout& dropout) { return make_dropout(call, dropout); },
      [&](const SoftmaxLoss&) { return make_softmax_loss(call); });
}

}  // namespace reference

namespace {

class ReferenceKernels : public CpuKernels {
 public:
  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override { return reference::make_layer(call); }
};

std::unique_ptr<Kernels> make_kernels() {
  return std::make_unique<ReferenceKernels>();
}

}  // namespace

Backend reference_backend() {
  return {.name = "reference",
          .summary = "plain loops, sums in double: the truth that the others are tested against",
          .details = [] { return std::string(); },
          .make_kernels = make_kernels,
          .make_device =
              [](int index, bool pinned) {
                return make_thread_device(fmt::format("cpu {}", index), index, pinned, make_kernels);
              },
          .physical_devices = [] { return static_cast<int>(allowed_cores().size()); }};
}

}  // namespace ringside
