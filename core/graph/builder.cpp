// From an emission to a graph with edges.
#include "core/graph/builder.h"

#include <algorithm>
#include <utility>

#include "core/graph/hazards.h"

namespace ringside {

Builder::Builder(std::string strategy, int devices, int batch) {
  graph_.strategy = std::move(strategy);
  graph_.devices = devices;
  graph_.batch = batch;
}

Span Builder::buffer(DeviceId device, std::int64_t floats, std::string name, int copies) {
  if (floats == 0) return {};
  graph_.buffers.push_back({device, floats, copies, std::move(name)});
  return {BufferId{static_cast<int>(graph_.buffers.size()) - 1}, 0, 0, floats};
}

void Builder::host_buffers(BufferId images, BufferId labels, BufferId losses) {
  graph_.images = images;
  graph_.labels = labels;
  graph_.losses = losses;
}

void Builder::shards(std::vector<Samples> shards) {
  graph_.shards = std::move(shards);
}

void Builder::holds_weights(int layer, std::int64_t offset, Span span) {
  if (!span.empty()) graph_.weights.push_back({layer, offset, span});
}

void Builder::add(Op op) {
  if (accesses(op).writes.size() == 0) return;
  graph_.tasks.push_back({std::move(op), 0, 0});
}

void Builder::all_reduce(std::span<const Span> sums) {
  const auto parts = static_cast<int>(sums.size());
  if (parts == 1) return;
  for (int part = 0; part < parts; ++part) add(AllReduce{sums[static_cast<std::size_t>(part)], part, parts});
}

StepGraph Builder::finish() && {
  // A buffer of c copies comes round after c steps: walking one more step sees every kind of edge. Those into the last
  // step are the edges of every step, because each step turns all buffers alike.
  std::int64_t walks = 2;
  for (const Buffer& buffer : graph_.buffers) walks = std::max(walks, std::int64_t{buffer.copies} + 1);
  const auto tasks = static_cast<std::int64_t>(graph_.tasks.size());
  const std::int64_t last = walks - 1;

  Hazards hazards(graph_);
  std::vector<Visit> before;
  for (std::int64_t step = 0; step < walks; ++step) {
    const Visit first = step * tasks;
    for (std::int64_t t = 0; t < tasks; ++t) {
      before.clear();
      hazards.visit(static_cast<std::size_t>(t), step, before);
      if (step < last) continue;

      std::ranges::sort(before);
      before.erase(std::unique(before.begin(), before.end()), before.end());
      Task& task = graph_.tasks[static_cast<std::size_t>(t)];
      task.first_edge = static_cast<std::int64_t>(graph_.edges.size());
      for (const Visit from : before) {
        if (from == first + t) continue;  // an op that reads what it writes does not wait for itself
        int lag = 0;                      // counted, for a million tasks make a million divisions
        while (from < first - lag * tasks) ++lag;
        graph_.edges.push_back({TaskId{static_cast<int>(from - (first - lag * tasks))}, lag});
      }
      task.edge_count = static_cast<int>(static_cast<std::int64_t>(graph_.edges.size()) - task.first_edge);
    }
  }
  return std::move(graph_);
}

}  // namespace ringside
