// Read-after-write, write-after-read and write-after-write, float by float.
#include "core/graph/hazards.h"

#include <algorithm>

namespace ringside {

Hazards::Hazards(const StepGraph& graph) : graph_(graph) {
  // All bounds are known beforehand, so that no segment is ever split: a ring of a thousand devices has a million of
  // them.
  std::vector<std::vector<std::int64_t>> bounds(graph.buffers.size());
  for (const Task& task : graph.tasks) {
    const Accesses touched = accesses(task.op);
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) {
        bounds[index(span.buffer)].push_back(span.begin);
        bounds[index(span.buffer)].push_back(span.begin + span.count);
      }
    }
  }
  std::int64_t segments = 0;
  for (std::size_t b = 0; b < bounds.size(); ++b) {
    std::ranges::sort(bounds[b]);
    bounds[b].erase(std::unique(bounds[b].begin(), bounds[b].end()), bounds[b].end());
    places_.push_back({segments, std::ssize(bounds[b])});
    segments += std::ssize(bounds[b]) * graph.buffers[b].copies;
  }
  segments_.resize(static_cast<std::size_t>(segments));

  first_touch_.reserve(graph.tasks.size() + 1);
  for (const Task& task : graph.tasks) {
    first_touch_.push_back(std::ssize(touches_));
    const Accesses touched = accesses(task.op);
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) {
        const std::vector<std::int64_t>& of_buffer = bounds[index(span.buffer)];
        const auto first = std::ranges::lower_bound(of_buffer, span.begin);
        const auto end = std::ranges::lower_bound(first, of_buffer.end(), span.begin + span.count);
        touches_.push_back({span.buffer, span.age, static_cast<std::int32_t>(first - of_buffer.begin()),
                            static_cast<std::int32_t>(end - first), list == &touched.writes});
      }
    }
  }
  first_touch_.push_back(std::ssize(touches_));
}

std::span<Hazards::Segment> Hazards::segments_of(const Touch& touch, std::int64_t step) {
  const std::int64_t copies = graph_.buffers[index(touch.buffer)].copies;
  const std::int64_t copy = ((step - touch.age) % copies + copies) % copies;
  const Place& place = places_[index(touch.buffer)];
  return std::span(segments_).subspan(static_cast<std::size_t>(place.first + copy * place.count + touch.first),
                                      static_cast<std::size_t>(touch.count));
}

void Hazards::visit(std::size_t task, std::int64_t step, std::vector<Visit>& before) {
  const Visit visit = step * std::ssize(graph_.tasks) + static_cast<Visit>(task);
  for (auto t = static_cast<std::size_t>(first_touch_[task]); t < static_cast<std::size_t>(first_touch_[task + 1]);
       ++t) {
    const Touch& touch = touches_[t];
    for (Segment& segment : segments_of(touch, step)) {
      if (touch.writes)
        write(segment, visit, before);
      else
        read(segment, visit, before);
    }
  }
}

std::int64_t Hazards::keep_reader(Visit visit, std::int64_t previous) {
  if (free_reader_ < 0) {
    readers_.push_back({visit, previous});
    return static_cast<std::int64_t>(readers_.size()) - 1;
  }
  const std::int64_t reader = free_reader_;
  free_reader_ = readers_[static_cast<std::size_t>(reader)].previous;
  readers_[static_cast<std::size_t>(reader)] = {visit, previous};
  return reader;
}

void Hazards::read(Segment& segment, Visit visit, std::vector<Visit>& before) {
  if (segment.writer >= 0) before.push_back(segment.writer);
  if (segment.reader >= 0) segment.earlier = keep_reader(segment.reader, segment.earlier);
  segment.reader = visit;
}

void Hazards::write(Segment& segment, Visit visit, std::vector<Visit>& before) {
  // The readers wait for the writer themselves: only without a reader is it the writer that must be waited for.
  const Visit last = segment.reader >= 0 ? segment.reader : segment.writer;
  if (last >= 0) before.push_back(last);
  while (segment.earlier >= 0) {
    Reader& reader = readers_[static_cast<std::size_t>(segment.earlier)];
    before.push_back(reader.visit);
    const std::int64_t previous = reader.previous;
    reader.previous = free_reader_;
    free_reader_ = segment.earlier;
    segment.earlier = previous;
  }
  segment.reader = -1;
  segment.writer = visit;
}

}  // namespace ringside
