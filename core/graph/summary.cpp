// Counting a graph, and telling it in words.
#include "core/graph/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/match.h"

namespace ringside {
namespace {

constexpr std::array<const char*, 7> kinds{"forward", "backward",   "transfer", "copy channels",
                                           "reduce",  "all-reduce", "update"};
static_assert(kinds.size() == std::variant_size_v<Op>);

std::string device_text(DeviceId device) {
  return device == host ? "host" : fmt::format("{}", static_cast<int>(device));
}

// In a ring of as many chunks as there are devices, device d sends all but chunk d+1 to sum them, and all but d+2 to spread the
// sums. The larger chunks come first.
Traffic sent_for(const AllReduce& part) {
  const std::int64_t n = part.parts;
  Traffic traffic;
  for (std::int64_t c = 0; c < n; ++c) {
    const std::int64_t floats = part.sum.count / n + (c < part.sum.count % n ? 1 : 0);
    const int times = (c == (part.part + 1) % n ? 0 : 1) + (c == (part.part + 2) % n ? 0 : 1);
    traffic.messages += floats > 0 ? times : 0;
    traffic.floats += floats * times;
  }
  return traffic;
}

}  // namespace

Summary summarize(const StepGraph& graph) {
  Summary summary;
  summary.sent.resize(static_cast<std::size_t>(graph.devices));
  summary.device_bytes.resize(static_cast<std::size_t>(graph.devices));
  summary.tasks = static_cast<int>(graph.tasks.size());
  summary.edges = static_cast<int>(graph.edges.size());
  for (const Buffer& buffer : graph.buffers) {
    const std::int64_t bytes = buffer.floats * buffer.copies * static_cast<std::int64_t>(sizeof(float));
    (buffer.device == host ? summary.host_bytes : summary.device_bytes[index(buffer.device)]) += bytes;
  }
  for (const Task& task : graph.tasks) {
    if (const auto* update = std::get_if<Update>(&task.op))
      summary.delay = std::max(summary.delay, update->gradient.age);
    const auto sends = [&](DeviceId from, const Traffic& more) {
      for (Traffic* traffic : {&summary.traffic, &summary.sent[index(from)]}) {
        traffic->messages += more.messages;
        traffic->floats += more.floats;
      }
    };
    if (const auto* part = std::get_if<AllReduce>(&task.op)) sends(device_of(graph, task.op), sent_for(*part));
    const auto* transfer = std::get_if<Transfer>(&task.op);
    if (transfer == nullptr) continue;
    const DeviceId from = graph.buffers[index(transfer->from.buffer)].device;
    const DeviceId to = graph.buffers[index(transfer->to.buffer)].device;
    if (from == host || to == host || from == to) continue;
    sends(from, {1, transfer->from.count});
  }
  return summary;
}

std::string task_text(const StepGraph& graph, const Network& network, TaskId task) {
  const auto layer = [&](int l) { return network.layers[static_cast<std::size_t>(l)].name; };
  const auto buffer = [&](const Span& span) -> const Buffer& { return graph.buffers[index(span.buffer)]; };
  const auto at = [&](const Span& span) { return device_text(buffer(span).device); };
  return match(
      graph.tasks[index(task)].op,
      [&](const Forward& f) { return fmt::format("forward {} on {}", layer(f.layer), at(f.output)); },
      [&](const Backward& b) { return fmt::format("backward {} on {}", layer(b.layer), at(b.output)); },
      [&](const Transfer& t) { return fmt::format("transfer {}→{} {}", at(t.from), at(t.to), buffer(t.from).name); },
      [&](const CopyChannels& c) {
        return fmt::format("copy channels {}→{} on {}", buffer(c.from).name, buffer(c.to).name, at(c.from));
      },
      [&](const Reduce& r) {
        return fmt::format("reduce {} into {} on {}", buffer(r.source).name, buffer(r.into).name, at(r.into));
      },
      [&](const AllReduce& a) { return fmt::format("all-reduce {} on {}", buffer(a.sum).name, at(a.sum)); },
      [&](const Update& u) { return fmt::format("update {} on {}", layer(u.layer), at(u.weights)); });
}

std::string summary_text(const StepGraph& graph, const Network& network) {
  const Summary summary = summarize(graph);
  std::string text = fmt::format("{} · {} · {} device{} · batch {}\n\n", graph.strategy, network.name, graph.devices,
                                 graph.devices == 1 ? "" : "s", graph.batch);
  std::array<int, kinds.size()> counts{};
  for (const Task& task : graph.tasks) ++counts[task.op.index()];
  text += fmt::format("{} tasks a step, {} edges\n", summary.tasks, summary.edges);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (counts[k] > 0) text += fmt::format("  {:<14} {:>8}\n", kinds[k], counts[k]);
  }
  text +=
      fmt::format("\n{:<8} {:>8} {:>14} {:>10} {:>14}\n", "device", "samples", "memory (MB)", "messages", "sent (MB)");
  const auto megabytes = [](std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; };
  const auto sent_bytes = [](const Traffic& t) { return t.floats * static_cast<std::int64_t>(sizeof(float)); };
  for (std::size_t d = 0; d < summary.sent.size(); ++d) {
    text += fmt::format("{:<8} {:>8} {:>14.3f} {:>10} {:>14.3f}\n", d, graph.shards[d].count,
                        megabytes(summary.device_bytes[d]), summary.sent[d].messages,
                        megabytes(sent_bytes(summary.sent[d])));
  }
  text += fmt::format("{:<8} {:>8} {:>14.3f} {:>10} {:>14.3f}\n", "host", "", megabytes(summary.host_bytes), "", 0.0);
  text += fmt::format("{:<8} {:>8} {:>14} {:>10} {:>14.3f}\n\n", "between", "", "", summary.traffic.messages,
                      megabytes(sent_bytes(summary.traffic)));
  text += summary.delay == 0
              ? std::string("Updates apply the gradient of their own step.\n")
              : fmt::format("Updates apply a gradient {} step{} old.\n", summary.delay, summary.delay == 1 ? "" : "s");
  return text;
}

}  // namespace ringside
