// Read-after-write, write-after-read and write-after-write, float by float.
#include "core/graph/hazards.h"

#include <algorithm>

namespace ringside {

Hazards::Hazards(const StepGraph& graph) : graph_(graph), bounds_(graph.buffers.size()) {
  // All bounds are known beforehand, so that no segment is ever split: a ring of a thousand devices has a million of
  // them.
  for (const Task& task : graph.tasks) {
    const Accesses touched = accesses(task.op);
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) {
        bounds_[index(span.buffer)].push_back(span.begin);
        bounds_[index(span.buffer)].push_back(span.begin + span.count);
      }
    }
  }
  for (std::size_t b = 0; b < bounds_.size(); ++b) {
    std::ranges::sort(bounds_[b]);
    bounds_[b].erase(std::unique(bounds_[b].begin(), bounds_[b].end()), bounds_[b].end());
    segments_.emplace_back(bounds_[b].size() * static_cast<std::size_t>(graph.buffers[b].copies));
  }
}

template <class Touch>
void Hazards::for_each_segment(const Span& span, std::int64_t step, const Touch& touch) {
  const std::vector<std::int64_t>& bounds = bounds_[index(span.buffer)];
  const std::int64_t copies = graph_.buffers[index(span.buffer)].copies;
  const std::int64_t copy = ((step - span.age) % copies + copies) % copies;
  Segment* segments = segments_[index(span.buffer)].data() + static_cast<std::size_t>(copy) * bounds.size();
  const auto first = static_cast<std::size_t>(std::ranges::lower_bound(bounds, span.begin) - bounds.begin());
  for (std::size_t i = first; bounds[i] < span.begin + span.count; ++i) touch(segments[i]);
}

std::int64_t Hazards::new_reader(Visit visit, std::int64_t previous) {
  if (free_reader_ < 0) {
    readers_.push_back({visit, previous});
    return static_cast<std::int64_t>(readers_.size()) - 1;
  }
  const std::int64_t reader = free_reader_;
  free_reader_ = readers_[static_cast<std::size_t>(reader)].previous;
  readers_[static_cast<std::size_t>(reader)] = {visit, previous};
  return reader;
}

void Hazards::read(const Span& span, std::int64_t step, Visit visit, std::vector<Visit>& before) {
  for_each_segment(span, step, [&](Segment& segment) {
    if (segment.writer >= 0) before.push_back(segment.writer);
    segment.reader = new_reader(visit, segment.reader);
  });
}

void Hazards::write(const Span& span, std::int64_t step, Visit visit, std::vector<Visit>& before) {
  for_each_segment(span, step, [&](Segment& segment) {
    // The readers wait for the writer themselves: only without a reader is it the writer that must be waited for.
    if (segment.reader < 0 && segment.writer >= 0) before.push_back(segment.writer);
    while (segment.reader >= 0) {
      Reader& reader = readers_[static_cast<std::size_t>(segment.reader)];
      before.push_back(reader.visit);
      const std::int64_t previous = reader.previous;
      reader.previous = free_reader_;
      free_reader_ = segment.reader;
      segment.reader = previous;
    }
    segment.writer = visit;
  });
}

}  // namespace ringside
