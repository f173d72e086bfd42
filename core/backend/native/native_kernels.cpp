// Which layers have kernels of their own, and which are another backend's, converted.
#include "core/backend/native/native_kernels.h"

#include "core/backend/loops/layers.h"
#include "core/backend/native/blocks.h"
#include "core/backend/native/choice.h"
#include "core/backend/native/converted.h"
#include "core/backend/native/in_blocks.h"
#include "core/backend/native/layers.h"
#include "core/backend/native/transpose.h"
#include "core/base/match.h"

namespace ringside {

std::unique_ptr<LayerKernel> NativeKernels::layer(const LayerCall& call) {
  const bool product = std::holds_alternative<Conv>(call.layer.kind) || std::holds_alternative<Dense>(call.layer.kind);
  if (products_ == Products::own || !product) return own_layer(call);
  const auto own = [&] { return own_layer(call); };
  const auto onednn = [&] { return converted(call, "onednn"); };
  return native::prefers_first(call, level_, own, onednn) ? own() : onednn();
}

std::unique_ptr<LayerKernel> NativeKernels::converted(const LayerCall& call, std::string_view origin) {
  return native::make_converted(call, onednn_.layer(call), origin, level_, scratch_);
}

std::unique_ptr<LayerKernel> NativeKernels::own_layer(const LayerCall& call) {
  return match(
      call.layer.kind, [&](const Conv& conv) { return native::make_convolution(call, conv, level_, scratch_); },
      [&](const Dense&) { return native::make_dense(call, level_, scratch_); },
      [&](const Pool& pool) {
        return native::make_in_blocks(
            call, [&](const LayerCall& blocks, int images) { return loops::make_pool(blocks, pool, level_, images); });
      },
      [&](const Lrn& lrn) {
        return native::make_in_blocks(
            call, [&](const LayerCall& blocks, int images) { return loops::make_lrn(blocks, lrn, level_, images); });
      },
      [&](const Relu&) { return loops::make_relu(call, level_); },
      [&](const Tanh&) { return onednn_.layer(call); },  // value by value, in any order
      [&](const Subsample&) { return converted(call, {}); }, [&](const Dropout&) { return converted(call, {}); },
      [&](const SoftmaxLoss&) { return converted(call, {}); });
}

void NativeKernels::arrange(const ArrangeArgs& args) {
  native::from_nhwc(level_, args.from, args.samples, args.shape.count(), args.to);
}

void NativeKernels::copy_channels(const CopyChannelsArgs& args) {
  const native::Blocks blocks(args.samples);
  for (int block = 0; block < blocks.count(); ++block) {
    // A block is an image with so many times as many channels.
    const int images = blocks.images(block);
    CpuKernels::copy_channels({.from = args.from + native::Blocks::start(block, args.pixels * args.from_channels),
                               .to = args.to + native::Blocks::start(block, args.pixels * args.to_channels),
                               .samples = 1,
                               .pixels = args.pixels,
                               .from_first = args.from_first * images,
                               .from_channels = args.from_channels * images,
                               .to_first = args.to_first * images,
                               .to_channels = args.to_channels * images,
                               .count = args.count * images});
  }
}

}  // namespace ringside
