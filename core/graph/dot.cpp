// Contracts runs of tasks, reduces what is left transitively, and writes it.
#include "core/graph/dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/graph/lane.h"
#include "core/graph/summary.h"

namespace ringside {
namespace {

struct Box {
  std::size_t first, last;  // tasks, in the order of emission
  DeviceId device;
  Lane lane;
  int tasks = 1;
};

// The device at the other end, to keep transfers to different devices apart.
DeviceId peer_of(const StepGraph& graph, const Op& op) {
  const auto* transfer = std::get_if<Transfer>(&op);
  if (transfer == nullptr) return device_of(graph, op);
  const DeviceId from = graph.buffers[index(transfer->from.buffer)].device;
  return from == host ? host : graph.buffers[index(transfer->to.buffer)].device;
}

class Picture {
 public:
  Picture(const StepGraph& graph, const Network& network) : graph_(graph), network_(network) {
    contract();
    connect();
  }

  std::string text() const {
    std::string text = "digraph step {\n  rankdir=LR; node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
    for (int device = 0; device < graph_.devices; ++device) {
      text += fmt::format("  subgraph cluster_{0} {{ label=\"device {0}\";\n", device);
      for (const Box& box : boxes_)
        if (box.device == DeviceId{device}) text += fmt::format("    {}\n", box_text(box));
      text += "  }\n";
    }
    for (const auto& [from, to] : edges_)
      if (!implied(from, to)) text += fmt::format("  t{} -> t{};\n", boxes_[from].first, boxes_[to].first);
    for (const auto& [part, next] : joined_)
      text += fmt::format("  t{} -> t{} [dir=none, style=bold, constraint=false];\n", boxes_[part].first,
                          boxes_[next].first);
    for (const auto& [from, to, lag] : later_)
      if (!implied_later(from, to, lag))
        text += fmt::format("  t{} -> t{} [style=dotted, constraint=false, label=\"+{}\"];\n", boxes_[from].first,
                            boxes_[to].first, lag);
    return text + "}\n";
  }

 private:
  using Number = std::size_t;  // of a box

  const Op& op(std::size_t task) const { return graph_.tasks[task].op; }
  std::span<const Edge> after(std::size_t task) const { return graph_.after(TaskId{static_cast<int>(task)}); }

  // A task joins the last box of its lane if it is of the same kind and waits for nothing later than that box's first task:
  // then boxes, in the order of their first tasks, wait for earlier ones alone.
  void contract() {
    std::map<std::pair<DeviceId, Lane>, Number> open;
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      const std::pair place{device_of(graph_, op(task)), lane_of(op(task))};
      const auto last = open.find(place);
      if (last != open.end() && joins(task, last->second)) {
        boxes_[last->second].last = task;
        ++boxes_[last->second].tasks;
        box_of_.push_back(last->second);
      } else {
        open[place] = boxes_.size();
        box_of_.push_back(boxes_.size());
        boxes_.push_back({.first = task, .last = task, .device = place.first, .lane = place.second});
      }
    }
  }

  bool joins(std::size_t task, Number box) const {
    const Op& first = op(boxes_[box].first);
    if (op(task).index() != first.index() || peer_of(graph_, op(task)) != peer_of(graph_, first)) return false;
    return std::ranges::all_of(after(task), [&](const Edge& edge) {
      return edge.lag > 0 || box_of_[index(edge.from)] == box || index(edge.from) < boxes_[box].first;
    });
  }

  void connect() {
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      const Number to = box_of_[task];
      for (const Edge& edge : after(task)) {
        const Number from = box_of_[index(edge.from)];
        const bool same_lane = boxes_[from].device == boxes_[to].device && boxes_[from].lane == boxes_[to].lane;
        if (edge.lag == 0 && from != to) edges_.emplace(from, to);
        if (edge.lag > 0 && !same_lane && hands_over(index(edge.from), task, edge.lag))
          later_.emplace(from, to, edge.lag);
      }
      const Together all = together_with(graph_, TaskId{static_cast<int>(task)});
      if (index(all.first) < task) joined_.emplace(box_of_[task - 1], to);
    }
    reach_.assign(boxes_.size(), std::vector<bool>(boxes_.size()));
    const std::vector<std::pair<Number, Number>> rising(edges_.begin(), edges_.end());
    for (std::size_t i = rising.size(); i-- > 0;) {  // later boxes first: theirs is complete
      const auto [from, to] = rising[i];
      reach_[from][to] = true;
      for (Number box = 0; box < boxes_.size(); ++box)
        if (reach_[to][box]) reach_[from][box] = true;
    }
  }

  // Whether one task reads what the other has written so many steps before, rather than waits to write over it.
  bool hands_over(std::size_t from, std::size_t to, int lag) const {
    const SpanList written = accesses(op(from)).writes, read = accesses(op(to)).reads;
    return std::ranges::any_of(written, [&](const Span& w) {
      return std::ranges::any_of(read, [&](const Span& r) {
        const int copies = graph_.buffers[index(w.buffer)].copies;
        return w.buffer == r.buffer && w.begin < r.begin + r.count && r.begin < w.begin + w.count &&
               (lag + w.age - r.age) % copies == 0;
      });
    });
  }

  bool same_or_reaches(Number from, Number to) const { return from == to || reach_[from][to]; }

  bool implied(Number from, Number to) const {
    return std::ranges::any_of(edges_, [&](const auto& other) {
      return other.first == from && other.second != to && reach_[other.second][to];
    });
  }

  bool implied_later(Number from, Number to, int lag) const {
    return std::ranges::any_of(later_, [&](const auto& other) {
      const auto& [a, b, steps] = other;
      return (a != from || b != to) && steps <= lag && same_or_reaches(from, a) && same_or_reaches(b, to);
    });
  }

  std::string box_text(const Box& box) const {
    std::string label = task_text(graph_, network_, TaskId{static_cast<int>(box.first)});
    if (box.tasks > 1)
      label += fmt::format("{}{}\\n{} tasks", box.tasks > 2 ? "\\n...\\n" : "\\n",
                           task_text(graph_, network_, TaskId{static_cast<int>(box.last)}), box.tasks);
    return fmt::format("t{} [label=\"{}\"{}];", box.first, label,
                       box.lane == Lane::transfer ? ", style=\"rounded,dashed\"" : "");
  }

  const StepGraph& graph_;
  const Network& network_;
  std::vector<Box> boxes_;
  std::vector<Number> box_of_;                       // by task
  std::set<std::pair<Number, Number>> edges_;        // within a step
  std::set<std::pair<Number, Number>> joined_;       // parts of one sum
  std::set<std::tuple<Number, Number, int>> later_;  // from a step into one so many steps later
  std::vector<std::vector<bool>> reach_;
};

}  // namespace

std::string dot_text(const StepGraph& graph, const Network& network) {
  return Picture(graph, network).text();
}

}  // namespace ringside
