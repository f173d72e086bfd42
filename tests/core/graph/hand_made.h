// Graphs made by hand, for the tests of core/graph.
#pragma once
#include <ostream>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/graph/task.h"

namespace ringside {

inline std::ostream& operator<<(std::ostream& out, const Edge& edge) {
  return out << "{" << static_cast<int>(edge.from) << ", lag " << edge.lag << "}";
}

// What a task waits for.
inline std::vector<Edge> waits_of(const StepGraph& graph, int task) {
  const auto edges = graph.after(TaskId{task});
  return {edges.begin(), edges.end()};
}

inline Edge edge(int from, int lag) {
  return {TaskId{from}, lag};
}

// A builder of one device, whose buffers tests name by their order.
struct HandMade {
  Builder builder{"hand_made", 1, 1};
  Span buffer(std::int64_t floats = 10, int copies = 1) {
    return builder.buffer(DeviceId{0}, floats, "buffer", copies);
  }
  void copy(Span from, Span to) { builder.add(Transfer{from, to}); }
  void add(Span source, Span into) { builder.add(Reduce{source, into}); }
  StepGraph finish() { return std::move(builder).finish(); }
};

}  // namespace ringside
