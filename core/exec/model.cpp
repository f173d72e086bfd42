// Copies between the model in network order and the spans of a graph.
#include "core/exec/model.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ringside {
namespace {

// The kernels can copy but not clear: zeros are copied, so many at a time.
constexpr std::array<float, 16384> zeros{};

void clear(Kernels& kernels, float* memory, std::int64_t floats) {
  for (std::int64_t done = 0; done < floats; done += std::ssize(zeros)) {
    kernels.copy(memory + done, zeros.data(), std::min<std::int64_t>(std::ssize(zeros), floats - done));
  }
}

DeviceId holder(const StepGraph& graph, const Placement& placement) {
  return graph.buffers[index(placement.span.buffer)].device;
}

std::int64_t offset_in_model(const Network& network, const Placement& placement) {
  return network.layers[static_cast<std::size_t>(placement.layer)].offset + placement.offset;
}

// `part` without [begin, end) of the layer's parameters.
std::vector<Placement> without(const Placement& part, std::int64_t begin, std::int64_t end) {
  std::vector<Placement> left;
  const std::int64_t part_end = part.offset + part.span.count;
  const auto keep = [&](std::int64_t from, std::int64_t to) {
    if (from < to) left.push_back({part.layer, from, part.span.part(from - part.offset, to - from)});
  };
  keep(part.offset, std::min(part_end, begin));
  keep(std::max(part.offset, end), part_end);
  return left;
}

}  // namespace

std::vector<Placement> first_holders(const StepGraph& graph) {
  std::vector<Placement> holders;
  for (const Placement& placement : graph.weights) {
    std::vector<Placement> parts{placement};
    for (const Placement& earlier : std::vector(holders)) {
      if (earlier.layer != placement.layer) continue;
      std::vector<Placement> left;
      for (const Placement& part : parts) {
        const auto rest = without(part, earlier.offset, earlier.offset + earlier.span.count);
        left.insert(left.end(), rest.begin(), rest.end());
      }
      parts = std::move(left);
    }
    holders.insert(holders.end(), parts.begin(), parts.end());
  }
  return holders;
}

void LoadModel::execute(Kernels& kernels, std::int64_t step) const {
  for (std::size_t b = 0; b < context_.graph.buffers.size(); ++b) {
    const Buffer& buffer = context_.graph.buffers[b];
    if (buffer.device != device_ || buffer.floats == 0) continue;
    const Span all{BufferId{static_cast<int>(b)}, 0, 0, buffer.floats};
    for (int copy = 0; copy < buffer.copies; ++copy) clear(kernels, context_.workspace.at(all, copy), buffer.floats);
  }
  for (const Placement& placement : context_.graph.weights) {
    if (holder(context_.graph, placement) != device_) continue;
    kernels.copy(context_.workspace.at(placement.span, step),
                 weights_.data() + offset_in_model(context_.network, placement), placement.span.count);
  }
}

void StoreModel::execute(Kernels& kernels, std::int64_t step) const {
  for (const Placement& placement : first_holders(context_.graph)) {
    if (holder(context_.graph, placement) != device_) continue;
    kernels.copy(weights_.data() + offset_in_model(context_.network, placement),
                 context_.workspace.at(placement.span, step), placement.span.count);
  }
}

}  // namespace ringside
