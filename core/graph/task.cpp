// What each op reads, writes and runs on.
#include "core/graph/task.h"

#include "core/base/match.h"

namespace ringside {

SpanList::SpanList(std::initializer_list<Span> spans) {
  for (const Span& span : spans) {
    if (!span.empty()) spans_[size_++] = span;
  }
}

Accesses accesses(const Op& op) {
  return match(
      op,
      [](const Forward& f) {
        return Accesses{{f.input, f.params, f.labels}, {f.state, f.output}};
      },
      [](const Backward& b) {
        return Accesses{{b.input, b.output, b.output_gradient, b.state, b.labels, b.params},
                        {b.input_gradient, b.params_gradient}};
      },
      [](const Transfer& t) {
        return Accesses{{t.from}, {t.to}};
      },
      [](const CopyChannels& c) {
        return Accesses{{c.from}, {c.to}};
      },
      [](const Reduce& r) {
        return Accesses{{r.source, r.into}, {r.into}};
      },
      [](const AllReduce& a) {
        return Accesses{{a.sum}, {a.sum}};
      },
      [](const Update& u) {
        return Accesses{{u.gradient, u.weights, u.momentum}, {u.updated, u.momentum}};
      });
}

DeviceId device_of(const StepGraph& graph, const Op& op) {
  const auto holder = [&](const Span& span) { return graph.buffers[index(span.buffer)].device; };
  return match(
      op, [&](const Forward& f) { return holder(f.output); }, [&](const Backward& b) { return holder(b.output); },
      [&](const Transfer& t) { return holder(t.from) == host ? holder(t.to) : holder(t.from); },
      [&](const CopyChannels& c) { return holder(c.from); }, [&](const Reduce& r) { return holder(r.into); },
      [&](const AllReduce& a) { return holder(a.sum); }, [&](const Update& u) { return holder(u.weights); });
}

Together together_with(const StepGraph& graph, TaskId task) {
  const auto* part = std::get_if<AllReduce>(&graph.tasks[index(task)].op);
  if (part == nullptr) return {task, 1};
  return {TaskId{static_cast<int>(task) - part->part}, part->parts};
}

}  // namespace ringside
