// Issues steps to the lanes and waits for their ends.
#include "core/exec/lanes.h"

#include <algorithm>
#include <chrono>

#include "core/base/error.h"
#include "core/exec/waits.h"
#include "core/graph/lane.h"
#include "core/graph/summary.h"

namespace ringside {
namespace {

std::string lane_text(std::size_t lane) {
  return fmt::format("device {}, {} lane", lane / lanes_per_device,
                     static_cast<Lane>(lane % lanes_per_device) == Lane::compute ? "compute" : "transfer");
}

}  // namespace

// A task as its lane's stream runs it: it leaves word of how far the lane is, and a failure stops all lanes.
class Lanes::Prepared final : public Command {
 public:
  Prepared(Lanes& lanes, TaskId task, std::size_t lane)
      : lanes_(lanes),
        task_(task),
        lane_(lane),
        perform_(lanes.context_, lanes.context_.graph.tasks[index(task)].op, lanes.lanes_[lane]->stream->kernels(),
                 lanes.layer_kernels_) {}

  void execute(Kernels& kernels, std::int64_t step) const override {
    if (lanes_.cancelled_.load(std::memory_order_relaxed)) return;
    Progress& progress = lanes_.lanes_[lane_]->progress;
    progress.begun.store(lanes_.moment(task_, step), std::memory_order_relaxed);
    try {
      perform_(kernels, step);
    } catch (const std::exception& e) {
      lanes_.fail_all(task_, step, e);
    }
    progress.done.store(lanes_.moment(task_, step), std::memory_order_relaxed);
  }

  std::int64_t repeats_after(std::int64_t step) const override {
    return step >= lanes_.rhythm_.first ? lanes_.rhythm_.period : 0;
  }

  void repeated(std::int64_t step) const override {
    lanes_.lanes_[lane_]->progress.done.store(lanes_.moment(task_, step), std::memory_order_relaxed);
  }

 private:
  Lanes& lanes_;
  TaskId task_;
  std::size_t lane_;
  Perform perform_;
};

Lanes::Lanes(const RunContext& context, std::span<const std::unique_ptr<Device>> devices, int steps_in_flight,
             Collective* collective)
    : context_(context),
      rhythm_(rhythm_of(context.graph, steps_in_flight)),
      collective_(collective),
      parts_(devices.size()) {
  for (const std::unique_ptr<Device>& device : devices) {
    for (int lane = 0; lane < lanes_per_device; ++lane) {
      lanes_.push_back(std::make_unique<LaneState>());
      lanes_.back()->device = device.get();
      lanes_.back()->stream = device->make_stream();
      for (int i = 0; i < steps_in_flight; ++i) lanes_.back()->ends.push_back(device->make_event());
    }
  }

  const StepGraph& graph = context.graph;
  std::vector<std::vector<Edge>> waits = needed_waits(graph);
  std::vector<int> event_counts(graph.tasks.size());
  for (const std::vector<Edge>& edges : waits) {
    for (const Edge& edge : edges) {
      int& count = event_counts[index(edge.from)];
      count = std::max(count, edge.lag + 1);
    }
  }
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    Plan& plan = plans_.emplace_back();
    plan.lane = lane_index(graph, graph.tasks[t].op);
    if (std::holds_alternative<AllReduce>(graph.tasks[t].op)) {
      check(collective_ != nullptr, "graph of {}: it sums by a library's all-reduce; these {} devices have none",
            graph.strategy, graph.devices);
    } else {
      plan.command = std::make_unique<Prepared>(*this, TaskId{static_cast<int>(t)}, plan.lane);
    }
    plan.waits = std::move(waits[t]);
    for (int i = 0; i < event_counts[t]; ++i) {
      events_.push_back(lanes_[plan.lane]->device->make_event());
      plan.events.push_back(events_.back().get());
    }
  }
}

Lanes::~Lanes() {
  if (!cancelled_) return;
  for (const auto& lane : lanes_) {
    try {
      lane->stream->drain();
    } catch (...) {  // NOLINT(bugprone-empty-catch): the first failure was reported
    }
  }
}

void Lanes::issue(std::int64_t step, std::int64_t first, std::span<Interval> times) {
  for (std::size_t t = 0; t < plans_.size();) {
    const Together all = together_with(context_.graph, TaskId{static_cast<int>(t)});
    const std::span<const Plan> plans = std::span(plans_).subspan(t, static_cast<std::size_t>(all.count));
    for (const Plan& plan : plans) await_causes(plan, step, first);
    if (plans.front().command) {
      lanes_[plans.front().lane]->stream->run(*plans.front().command, step, times[t]);
    } else {
      all_reduce(all, step, times);
    }
    for (const Plan& plan : plans) {
      if (plan.events.empty()) continue;
      lanes_[plan.lane]->stream->record(*plan.events[static_cast<std::size_t>(turn_of(step, std::ssize(plan.events)))]);
    }
    t += plans.size();
  }
  end(step);
}

void Lanes::await_causes(const Plan& plan, std::int64_t step, std::int64_t first) {
  for (const Edge& edge : plan.waits) {
    if (step - edge.lag < first) continue;
    const auto& events = plans_[index(edge.from)].events;
    lanes_[plan.lane]->stream->wait(*events[static_cast<std::size_t>(turn_of(step - edge.lag, std::ssize(events)))]);
  }
}

void Lanes::all_reduce(Together parts, std::int64_t step, std::span<Interval> times) {
  const auto first = index(parts.first);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    LaneState& lane = *lanes_[plans_[first + p].lane];
    const Span& sum = std::get<AllReduce>(context_.graph.tasks[first + p].op).sum;
    parts_[p] = {lane.stream.get(), context_.workspace.at(sum, step), &times[first + p]};
  }
  try {
    collective_->all_reduce(parts_, std::get<AllReduce>(context_.graph.tasks[first].op).sum.count);
  } catch (const std::exception& e) {
    fail_all(parts.first, step, e);
  }
}

void Lanes::check_sums() {
  try {
    collective_->check();
  } catch (...) {
    cancelled_ = true;
    throw;
  }
}

std::int64_t Lanes::moment(TaskId task, std::int64_t step) const {
  return step * std::ssize(context_.graph.tasks) + static_cast<int>(task);
}

void Lanes::fail_all(TaskId task, std::int64_t step, const std::exception& cause) {
  cancelled_ = true;
  const StepGraph& graph = context_.graph;
  const auto* error = dynamic_cast<const Error*>(&cause);
  throw Error(error != nullptr ? error->kind() : ErrorKind::wrong_result,
              fmt::format("{}: step {}: {}: {}: {}", graph.strategy, step, lane_text(plans_[index(task)].lane),
                          task_text(graph, context_.network, task), cause.what()));
}

void Lanes::issue_only(std::int64_t step, std::span<const TaskId> tasks) {
  for (const TaskId task : tasks) {
    const Plan& plan = plans_[index(task)];
    LaneState& lane = *lanes_[plan.lane];
    lane.stream->run(*plan.command, step, lane.unmeasured);
  }
  end(step);
}

void Lanes::issue_apart(DeviceId device, const Command& command, std::int64_t step) {
  LaneState& lane = *lanes_[index(device) * lanes_per_device + static_cast<std::size_t>(Lane::transfer)];
  lane.stream->run(command, step, lane.unmeasured);
}

void Lanes::end(std::int64_t step) {
  for (const auto& lane : lanes_) {
    lane->stream->record(*lane->ends[static_cast<std::size_t>(turn_of(step, std::ssize(lane->ends)))]);
  }
  last_issued_ = step;
}

bool Lanes::await_ends(std::int64_t step, double timeout_s) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_s);
  const auto left_s = [&] { return std::max(0.0, std::chrono::duration<double>(deadline - Clock::now()).count()); };
  return std::ranges::all_of(lanes_, [&](const auto& lane) {
    Event& ended = *lane->ends[static_cast<std::size_t>(turn_of(step, std::ssize(lane->ends)))];
    if (collective_ == nullptr) return lane->device->await(ended, left_s());
    // A sum that fails under way may never end: look after it now and then.
    constexpr double glance_s = 0.1;
    while (!lane->device->await(ended, std::min(glance_s, left_s()))) {
      check_sums();
      if (left_s() == 0) return false;
    }
    return true;
  });
}

void Lanes::await(std::int64_t step, double timeout_s) {
  if (!await_ends(step, timeout_s)) {
    const std::string what = unfinished(step);
    throw Error(ErrorKind::timeout,
                fmt::format("{}: step {} did not end within {} s: {}", context_.graph.strategy, step, timeout_s,
                            what.empty() ? "all of it was handed to the devices, which are still at work" : what));
  }
  if (collective_ != nullptr) check_sums();
  if (cancelled_) drain();
}

void Lanes::drain() {
  std::exception_ptr first_error;
  for (const auto& lane : lanes_) {
    try {
      lane->stream->drain();
    } catch (...) {
      if (!first_error) first_error = std::current_exception();
    }
  }
  if (first_error) std::rethrow_exception(first_error);
}

Repeats Lanes::repeats() const {
  Repeats sum;
  for (const auto& lane : lanes_) sum = sum + lane->stream->repeats();
  return sum;
}

bool Lanes::settle(double timeout_s) {
  cancelled_ = true;
  try {
    return !last_issued_ || await_ends(*last_issued_, timeout_s);
  } catch (const Error&) {
    return true;  // what failed is at rest, and was reported
  }
}

void Lanes::restart() {
  for (const auto& lane : lanes_) {
    lane->progress.begun = Progress::nothing;
    lane->progress.done = Progress::nothing;
  }
}

std::string Lanes::unfinished(std::int64_t step) const {
  std::string text;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const std::string one = unfinished_in(lane, step);
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

std::string Lanes::unfinished_in(std::size_t lane, std::int64_t step) const {
  const StepGraph& graph = context_.graph;
  const auto moment_of = [&](std::size_t task, std::int64_t of_step) {
    return moment(TaskId{static_cast<int>(task)}, of_step);
  };
  const auto name = [&](std::size_t task) {
    return fmt::format("\"{}\"", task_text(graph, context_.network, TaskId{static_cast<int>(task)}));
  };
  const Progress& progress = lanes_[lane]->progress;
  for (std::size_t t = 0; t < plans_.size(); ++t) {
    // A part of an all-reduce leaves no word of how far it is.
    if (plans_[t].lane != lane || !plans_[t].command || progress.done >= moment_of(t, step)) continue;
    if (progress.begun == moment_of(t, step)) return fmt::format("{}: {} is running", lane_text(lane), name(t));
    std::string causes;
    for (const Edge& edge : plans_[t].waits) {
      const std::size_t from = index(edge.from);
      const std::size_t other = plans_[from].lane;
      if (step - edge.lag < 0 || lanes_[other]->progress.done >= moment_of(from, step - edge.lag)) continue;
      causes += fmt::format("{}{} of {}", causes.empty() ? " waits for " : ", ", name(from), lane_text(other));
    }
    return fmt::format("{}: {}{}", lane_text(lane), name(t), causes.empty() ? " has not begun" : causes);
  }
  return {};
}

}  // namespace ringside
