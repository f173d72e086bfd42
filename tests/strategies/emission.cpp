// Taking a graph apart and putting it together again.
#include "tests/strategies/emission.h"

#include <algorithm>

#include "core/graph/builder.h"

namespace ringside {

Emission::Emission(const StepGraph& graph) : buffers(graph.buffers), weights(graph.weights), graph_(graph) {
  for (const Task& task : graph.tasks) ops.push_back(task.op);
}

StepGraph Emission::finish() const {
  Builder builder(graph_.strategy, graph_.devices, graph_.batch);
  for (const Buffer& b : buffers) builder.buffer(b.device, b.floats, b.name, b.copies);
  builder.host_buffers(graph_.images, graph_.labels, graph_.losses);
  builder.shards(graph_.shards);
  for (const Placement& p : weights) builder.holds_weights(p.layer, p.offset, p.span);
  for (const Op& op : ops) builder.add(op);
  return std::move(builder).finish();
}

bool Emission::stands_on(const Span& span, int device) const {
  return !span.empty() && buffers[index(span.buffer)].device == DeviceId{device};
}

bool Emission::stands_in(const Span& span, std::string_view buffer) const {
  return !span.empty() && buffers[index(span.buffer)].name == buffer;
}

bool Emission::stands_in(const Span& span, std::string_view buffer, int device) const {
  return stands_on(span, device) && stands_in(span, buffer);
}

std::vector<std::size_t> Emission::transfers(std::string_view from, int from_device, int to_device) const {
  return places<Transfer>(
      [&](const Transfer& t) { return stands_in(t.from, from, from_device) && stands_on(t.to, to_device); });
}

void Emission::move(std::size_t place, std::size_t to) {
  const Op op = ops[place];
  erase(place);
  ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(to), op);
}

}  // namespace ringside
