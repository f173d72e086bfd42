// Who touched which floats last: the memory from which edges are derived.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

// A task in one repetition of the step, numbered in order of time: step · tasks + task.
using Visit = std::int64_t;

class Hazards {
 public:
  // Keeps a reference to the graph, whose buffers and tasks must not change meanwhile.
  explicit Hazards(const StepGraph& graph);

  // Appends the visits that must come before the task's in step `step`, and remembers what it touches.
  void visit(std::size_t task, std::int64_t step, std::vector<Visit>& before);

 private:
  // Neighbouring floats that every op of the graph treats alike, in one copy of a buffer.
  struct Segment {
    Visit writer = -1;
    Visit reader = -1;  // the latest since the writer; -1: none
    std::int64_t earlier =
        -1;  // those before it, an index into readers_; -1: none. Seldom any: most floats have one reader
  };
  struct Reader {
    Visit visit;
    std::int64_t previous;
  };
  // The segments of a buffer stand together, copy after copy.
  struct Place {
    std::int64_t first = 0;  // into segments_
    std::int64_t count = 0;  // of each copy
  };
  // A span that a task touches, as segments: found once, though the step is walked several times.
  struct Touch {
    BufferId buffer{};
    int age = 0;
    std::int32_t first = 0, count = 0;  // segments of a copy
    bool writes = false;
  };

  std::span<Segment> segments_of(const Touch& touch, std::int64_t step);
  std::int64_t keep_reader(Visit visit, std::int64_t previous);
  void read(Segment& segment, Visit visit, std::vector<Visit>& before);
  void write(Segment& segment, Visit visit, std::vector<Visit>& before);

  const StepGraph& graph_;
  std::vector<Place> places_;  // of each buffer
  std::vector<Segment> segments_;
  std::vector<Touch> touches_;             // of task 0, of task 1, ..., reads before writes
  std::vector<std::int64_t> first_touch_;  // one more than there are tasks
  std::vector<Reader> readers_;
  std::int64_t free_reader_ = -1;
};

}  // namespace ringside
