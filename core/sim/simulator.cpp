// The event loop.
#include "core/sim/simulator.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/graph/lane.h"
#include "core/graph/summary.h"
#include "core/sim/plan.h"

namespace ringside {
namespace {

enum class Phase {
  idle,      // has no task, or one that waits for another
  waking,    // the task may begin, the lane has yet to notice
  meeting,   // a part of an all-reduce, before all parts are there or after its own flow: the others are not as far
  queueing,  // wants links that serve others first
  latent,    // under way, nothing flows yet
  flowing    // its share of the resources counts
};

// What a lane does. A lane has one task under way at most, so that a running activity goes by its lane's number.
struct LaneState {
  std::size_t position = 0;  // of its tasks in a step
  std::int64_t step = 0;
  Phase phase = Phase::idle;
  double begin_s = 0;
  double idle_since_s = 0;
  double remaining_s = 0;  // unhindered seconds left, as of `updated_s`
  double updated_s = 0;
  double speed = 0;          // unhindered seconds a second, 0..1
  std::int64_t version = 0;  // of its latest event: older ones are void
};

struct Event {
  double time_s;
  int lane;
  std::int64_t version;
  bool operator>(const Event& other) const {
    return time_s != other.time_s ? time_s > other.time_s : lane > other.lane;
  }
};

struct Resource {
  std::vector<int> flowing;  // lanes
  std::deque<int> queue;     // in order: lanes that want it, the first one has it
};

class Simulator {
 public:
  Simulator(const StepGraph& graph, const Network& network, const Machine& machine, std::int64_t steps)
      : graph_(graph),
        network_(network),
        execution_(machine.execution),
        steps_(steps),
        plan_(graph, network, machine),
        lanes_(plan_.lanes.size()),
        resources_(plan_.in_order.size()),
        waits_(static_cast<std::size_t>(steps) * graph.tasks.size()),
        met_(graph.tasks.size()) {
    result_.links.resize(static_cast<std::size_t>(plan_.channels));
    result_.trace.times.reserve(waits_.size());
    for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
      for (const Edge& edge : graph.after(TaskId{static_cast<int>(t)})) {
        for (std::int64_t step = edge.lag; step < steps; ++step) ++waits(TaskId{static_cast<int>(t)}, step);
      }
    }
  }

  Simulation run() && {
    for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) try_begin(lane, lane);
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      LaneState& lane = lanes_[static_cast<std::size_t>(event.lane)];
      if (lane.phase == Phase::idle || event.version != lane.version) continue;
      now_s_ = event.time_s;
      if (lane.phase == Phase::waking) {
        arrive(event.lane);
      } else if (lane.phase == Phase::flowing || !needs_resources(event.lane)) {
        end(event.lane);
      } else {
        flow(event.lane);
      }
    }
    check_all_ended();
    result_.makespan_s = now_s_;
    return std::move(result_);
  }

 private:
  int& waits(TaskId task, std::int64_t step) {
    return waits_[static_cast<std::size_t>(step) * graph_.tasks.size() + index(task)];
  }
  const std::vector<TaskId>& tasks_of(int lane) const { return plan_.lanes[static_cast<std::size_t>(lane)]; }
  TaskId task_of(int lane) const { return tasks_of(lane)[lanes_[static_cast<std::size_t>(lane)].position]; }
  std::int64_t step_of(int lane) const { return lanes_[static_cast<std::size_t>(lane)].step; }
  bool is_done(int lane) const { return tasks_of(lane).empty() || step_of(lane) >= steps_; }
  const TaskPlan& plan_of(int lane) const { return plan_.tasks[index(task_of(lane))]; }
  bool needs_resources(int lane) const { return plan_of(lane).demand_count > 0; }
  std::span<const Demand> demands_of(int lane) const {
    const TaskPlan& plan = plan_of(lane);
    return std::span(plan_.demands)
        .subspan(static_cast<std::size_t>(plan.first_demand), static_cast<std::size_t>(plan.demand_count));
  }
  Resource& resource(const Demand& demand) { return resources_[static_cast<std::size_t>(demand.resource)]; }
  bool in_order(const Demand& demand) const { return plan_.in_order[static_cast<std::size_t>(demand.resource)]; }

  void schedule(int lane, double in_s) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    events_.push({now_s_ + in_s, lane, ++state.version});
  }

  // `cause`: the lane whose task has ended.
  void try_begin(int lane, int cause) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    if (state.phase != Phase::idle || is_done(lane) || waits(task_of(lane), step_of(lane)) > 0) return;
    const double delay_s = lane == cause ? 0 : handoff_seconds(state, lane, cause);
    if (delay_s == 0) return arrive(lane);
    state.phase = Phase::waking;
    schedule(lane, delay_s);
  }

  double handoff_seconds(const LaneState& state, int lane, int cause) const {
    const bool same_device = lane / lanes_per_device == cause / lanes_per_device;
    const bool sleeps = execution_.sleeps_after_s > 0 && now_s_ - state.idle_since_s > execution_.sleeps_after_s;
    return sleeps && !same_device ? execution_.wake_up_s : execution_.handoff_s;
  }

  void arrive(int lane) {
    if (meets(lane)) for_all_together(lane, [&](int part) { queue(part); });
  }

  // Whether the lane's task, if it is a part of an all-reduce, is the last one to come to this point.
  bool meets(int lane) {
    const Together all = plan_of(lane).together;
    if (all.count == 1) return true;
    lanes_[static_cast<std::size_t>(lane)].phase = Phase::meeting;
    int& here = met_[index(all.first)];
    if (++here < all.count) return false;
    here = 0;
    return true;
  }

  template <class F>
  void for_all_together(int lane, F f) {
    const Together all = plan_of(lane).together;
    for (int i = 0; i < all.count; ++i) f(plan_.tasks[index(all.first) + static_cast<std::size_t>(i)].lane);
  }

  // All queues are joined at once, so that whoever came first of all is first in each of its queues: no deadlock.
  void queue(int lane) {
    lanes_[static_cast<std::size_t>(lane)].phase = Phase::queueing;
    for (const Demand& demand : demands_of(lane)) {
      if (in_order(demand)) resource(demand).queue.push_back(lane);
    }
    begin_if_served(lane);
  }

  void begin_if_served(int lane) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    if (state.phase != Phase::queueing) return;
    for (const Demand& demand : demands_of(lane)) {
      if (in_order(demand) && resource(demand).queue.front() != lane) return;
    }
    const TaskPlan& plan = plan_of(lane);
    state.phase = Phase::latent;
    state.begin_s = now_s_;
    if (!needs_resources(lane)) return schedule(lane, plan.latency_s + plan.amount_s);
    if (plan.latency_s > 0) return schedule(lane, plan.latency_s);
    flow(lane);
  }

  void flow(int lane) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    state.phase = Phase::flowing;
    state.remaining_s = plan_of(lane).amount_s;
    state.updated_s = now_s_;
    state.speed = 0;
    for (const Demand& demand : demands_of(lane)) join(demand, lane);
    adjust(lane);
    adjust_neighbours(lane);
  }

  void join(const Demand& demand, int lane) {
    Resource& shared = resource(demand);
    if (shared.flowing.empty() && demand.resource < plan_.channels) use(demand).busy_s -= now_s_;
    shared.flowing.push_back(lane);
  }

  void leave(const Demand& demand, int lane) {
    Resource& shared = resource(demand);
    std::erase(shared.flowing, lane);
    if (demand.resource < plan_.channels) {
      use(demand).bytes += plan_of(lane).bytes;
      if (shared.flowing.empty()) use(demand).busy_s += now_s_;
    }
  }

  LinkUse& use(const Demand& demand) { return result_.links[static_cast<std::size_t>(demand.resource)]; }

  // Sets the speed that the resources leave, and the time the activity will end at it.
  void adjust(int lane) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    double speed = 1;
    for (const Demand& demand : demands_of(lane)) {
      const auto sharers = static_cast<double>(resource(demand).flowing.size());
      speed = std::min(speed, 1 / (sharers * demand.use));
    }
    if (speed == state.speed) return;
    state.remaining_s = std::max(0.0, state.remaining_s - (now_s_ - state.updated_s) * state.speed);
    state.updated_s = now_s_;
    state.speed = speed;
    schedule(lane, state.remaining_s / speed);
  }

  void adjust_neighbours(int lane) {
    for (const Demand& demand : demands_of(lane)) {
      for (const int other : resource(demand).flowing) {
        if (other != lane) adjust(other);
      }
    }
  }

  // The parts of an all-reduce end together.
  void end(int lane) {
    release(lane);
    if (meets(lane)) for_all_together(lane, [&](int part) { complete(part); });
  }

  void release(int lane) {
    const std::span<const Demand> freed = demands_of(lane);
    for (const Demand& demand : freed) {
      leave(demand, lane);
      if (in_order(demand)) resource(demand).queue.pop_front();
    }
    adjust_neighbours(lane);
    for (const Demand& demand : freed) {
      if (in_order(demand) && !resource(demand).queue.empty()) begin_if_served(resource(demand).queue.front());
    }
  }

  void complete(int lane) {
    LaneState& state = lanes_[static_cast<std::size_t>(lane)];
    const TaskId task = task_of(lane);
    const std::int64_t step = step_of(lane);
    result_.trace.times.push_back({task, step, state.begin_s, now_s_});
    state.phase = Phase::idle;
    state.idle_since_s = now_s_;
    if (++state.position == tasks_of(lane).size()) {
      state.position = 0;
      ++state.step;
    }
    const auto first = static_cast<std::size_t>(plan_.first_successor[index(task)]);
    const auto last = static_cast<std::size_t>(plan_.first_successor[index(task) + 1]);
    for (std::size_t i = first; i < last; ++i) {
      const Edge& edge = plan_.successors[i];
      if (step + edge.lag >= steps_) continue;
      if (--waits(edge.from, step + edge.lag) == 0) try_begin(plan_.tasks[index(edge.from)].lane, lane);
    }
    try_begin(lane, lane);
  }

  void check_all_ended() const {
    std::string stuck;
    int listed = 0;
    for (int lane = 0; lane < static_cast<int>(lanes_.size()) && listed < 4; ++lane) {
      if (is_done(lane)) continue;
      const TaskId task = task_of(lane);
      stuck += fmt::format("\n  step {}: {} waits for", step_of(lane), task_text(graph_, network_, task));
      for (const Edge& edge : graph_.after(task)) {
        stuck += fmt::format(" [{}{}]", task_text(graph_, network_, edge.from),
                             edge.lag == 0 ? "" : fmt::format(", {} step(s) before", edge.lag));
      }
      ++listed;
    }
    if (listed > 0) {
      throw Error(ErrorKind::wrong_result,
                  fmt::format("simulation of {}: nothing can go on, but tasks are left:{}", graph_.strategy, stuck));
    }
    if (!graph_.tasks.empty() && steps_ > 0 && !(now_s_ > 0)) {
      throw Error(ErrorKind::wrong_result,
                  fmt::format("simulation of {}: {} tasks took no time at all; the machine's costs must be more than 0",
                              graph_.strategy, graph_.tasks.size()));
    }
  }

  const StepGraph& graph_;
  const Network& network_;
  const Execution& execution_;
  std::int64_t steps_;
  SimulationPlan plan_;
  std::vector<LaneState> lanes_;
  std::vector<Resource> resources_;
  std::vector<int> waits_;  // of each task in each step: what has not ended yet
  std::vector<int> met_;    // of each first part of an all-reduce: parts that have come to its begin, or to its end
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  double now_s_ = 0;
  Simulation result_;
};

}  // namespace

Simulation simulate(const StepGraph& graph, const Network& network, const Machine& machine, std::int64_t steps) {
  check(graph.devices <= machine.devices(), "machine {}: the graph has {} devices, the machine {}", machine.name,
        graph.devices, machine.devices());
  return Simulator(graph, network, machine, steps).run();
}

}  // namespace ringside
