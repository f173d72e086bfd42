// Who touched which floats last: the memory from which edges are derived.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

// A task in one repetition of the step, numbered in order of time: step · tasks + task.
using Visit = std::int64_t;

class Hazards {
 public:
  // Keeps a reference to the graph, whose buffers and tasks must not change meanwhile.
  explicit Hazards(const StepGraph& graph);

  // Appends the visits that must come before `visit` reads, or writes, the span in step `step`, and remembers the
  // access.
  void read(const Span& span, std::int64_t step, Visit visit, std::vector<Visit>& before);
  void write(const Span& span, std::int64_t step, Visit visit, std::vector<Visit>& before);

 private:
  // Neighbouring floats that every op of the graph treats alike, in one copy of a buffer.
  struct Segment {
    Visit writer = -1;
    std::int64_t reader = -1;  // the latest since the writer, an index into readers_; -1: none
  };
  struct Reader {
    Visit visit;
    std::int64_t previous;
  };

  // Calls touch(segment) for every segment of the span's copy that lies in the span.
  template <class Touch>
  void for_each_segment(const Span& span, std::int64_t step, const Touch& touch);
  std::int64_t new_reader(Visit visit, std::int64_t previous);

  const StepGraph& graph_;
  std::vector<std::vector<std::int64_t>> bounds_;  // of each buffer: where a segment begins, ascending
  std::vector<std::vector<Segment>> segments_;     // of each buffer: copy after copy
  std::vector<Reader> readers_;
  std::int64_t free_reader_ = -1;
};

}  // namespace ringside
