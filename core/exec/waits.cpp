// The transitive reduction of a graph that repeats for ever, by vector clocks.
#include "core/exec/waits.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ringside {
namespace {

// A task in a step, numbered in order of time and relative to the step looked at: task - lag · tasks. Within a lane
// a later number implies every earlier one.
using Moment = std::int64_t;
constexpr Moment never = std::numeric_limits<Moment>::min() / 2;  // stays below every moment when steps are subtracted

class Clocks {
 public:
  explicit Clocks(const StepGraph& graph)
      : graph_(graph),
        tasks_(static_cast<Moment>(graph.tasks.size())),
        lanes_(static_cast<std::size_t>(graph.devices) * lanes_per_device),
        lane_(graph.tasks.size()),
        previous_(graph.tasks.size()),
        done_(graph.tasks.size() * lanes_, never) {
    std::vector<Moment> last(lanes_, never);
    for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
      lane_[t] = lane_index(graph, graph.tasks[t].op);
      last[lane_[t]] = static_cast<Moment>(t);
    }
    for (Moment& moment : last) moment -= tasks_;  // before a lane's first task comes its last one, a step ago
    for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
      previous_[t] = last[lane_[t]];
      last[lane_[t]] = static_cast<Moment>(t);
    }
    while (pass()) {
    }
  }

  std::vector<Edge> needed(std::size_t task) const {
    std::vector<Edge> sources(lanes_, Edge{TaskId{-1}, 0});
    std::vector<Moment> latest(lanes_, never);
    for (const Edge& edge : graph_.after(TaskId{static_cast<int>(task)})) {
      Moment& moment = latest[lane_[index(edge.from)]];
      if (moment_of(edge) <= moment) continue;
      moment = moment_of(edge);
      sources[lane_[index(edge.from)]] = edge;
    }
    std::vector<Edge> needed;
    for (std::size_t l = 0; l < lanes_; ++l) {
      if (l == lane_[task] || latest[l] == never || done_when(previous_[task], l) >= latest[l]) continue;
      const bool implied = std::ranges::any_of(latest, [&](Moment other) {
        return other != never && other != latest[l] && done_when(other, l) >= latest[l];
      });
      if (!implied) needed.push_back(sources[l]);
    }
    return needed;
  }

 private:
  Moment moment_of(const Edge& edge) const { return static_cast<Moment>(index(edge.from)) - edge.lag * tasks_; }

  // The latest moment of `lane` that is known to be over when the task at `moment` is.
  Moment done_when(Moment moment, std::size_t lane) const {
    if (moment <= never) return never;
    const Moment task = (moment % tasks_ + tasks_) % tasks_;
    if (lane == lane_[static_cast<std::size_t>(task)]) return moment;
    return done_[static_cast<std::size_t>(task) * lanes_ + lane] + (moment - task);
  }

  // Brings every task's clock up to what its predecessors know. Clocks only grow, and no further than their own task,
  // so passes come to an end.
  bool pass() {
    bool changed = false;
    const auto learn = [&](std::size_t task, Moment source) {
      for (std::size_t l = 0; l < lanes_; ++l) {
        const Moment known = done_when(source, l);
        Moment& done = done_[task * lanes_ + l];
        if (known <= never / 2 || known <= done) continue;
        done = known;
        changed = true;
      }
    };
    for (std::size_t t = 0; t < graph_.tasks.size(); ++t) {
      learn(t, previous_[t]);
      for (const Edge& edge : graph_.after(TaskId{static_cast<int>(t)})) learn(t, moment_of(edge));
    }
    return changed;
  }

  const StepGraph& graph_;
  Moment tasks_;
  std::size_t lanes_;
  std::vector<std::size_t> lane_;  // of each task
  std::vector<Moment> previous_;   // the task before it in its lane
  std::vector<Moment> done_;       // task · lanes + lane: the latest moment known to be over when the task begins
};

}  // namespace

std::size_t lane_index(const StepGraph& graph, const Op& op) {
  return index(device_of(graph, op)) * lanes_per_device + static_cast<std::size_t>(lane_of(op));
}

std::vector<std::vector<Edge>> needed_waits(const StepGraph& graph) {
  const Clocks clocks(graph);
  std::vector<std::vector<Edge>> waits;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) waits.push_back(clocks.needed(t));
  return waits;
}

}  // namespace ringside
