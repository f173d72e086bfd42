// Which batch goes where, and when.
#include "core/exec/feed.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/base/error.h"

namespace ringside {
namespace {

// Two keep every device busy: one step runs while the next one is issued.
constexpr int most_steps_in_flight = 2;

}  // namespace

Feed::Feed(const StepGraph& graph, const Workspace& workspace)
    : graph_(graph), workspace_(workspace), steps_in_flight_(most_steps_in_flight) {
  int copies = std::numeric_limits<int>::max();  // of the batch
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    const auto* transfer = std::get_if<Transfer>(&graph.tasks[t].op);
    if (transfer == nullptr) continue;
    const Buffer& from = graph.buffers[index(transfer->from.buffer)];
    const Buffer& to = graph.buffers[index(transfer->to.buffer)];
    if (from.device == host) {
      sources_.push_back({TaskId{static_cast<int>(t)}, transfer->from.age});
      copies = std::min(copies, from.copies);
    } else if (to.device == host) {
      steps_in_flight_ = std::min(steps_in_flight_, to.copies);  // losses are read before their copy comes round again
    }
  }
  if (sources_.empty()) return;
  const auto [youngest, oldest] = std::ranges::minmax(sources_, {}, &Source::age);
  lead_ = -youngest.age;
  oldest_ = oldest.age;
  const int spread = oldest.age - youngest.age;
  check(copies > spread, "{}: transfers from the host with ages {} to {} need {} copies of the batch, there are {}",
        graph.strategy, youngest.age, oldest.age, spread + 1, copies);
  steps_in_flight_ = std::min(steps_in_flight_, copies - spread);
}

std::vector<TaskId> Feed::tasks_before_first(std::int64_t step) const {
  std::vector<TaskId> tasks;
  for (const Source& source : sources_) {
    if (step - source.age >= 0) tasks.push_back(source.task);
  }
  return tasks;
}

void Feed::restart(std::int64_t step) {
  next_batch_ = step == 0 ? 0 : std::max<std::int64_t>(0, step - oldest_);
}

void Feed::fill(Batches& batches, std::int64_t step) {
  if (sources_.empty()) return;
  assert(batches.batch() == graph_.batch);
  const Span images{graph_.images, 0, 0, graph_.buffers[index(graph_.images)].floats};
  const Span labels{graph_.labels, 0, 0, graph_.buffers[index(graph_.labels)].floats};
  for (; next_batch_ <= step + lead_; ++next_batch_) {
    batches.fill(next_batch_, workspace_.at(images, next_batch_), workspace_.at(labels, next_batch_));
  }
}

}  // namespace ringside
