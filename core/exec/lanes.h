// All lanes of a run: a stream each, the tasks prepared for it, and events where one lane must wait for another.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/device.h"
#include "core/exec/perform.h"
#include "core/exec/rhythm.h"
#include "core/graph/task.h"

namespace ringside {

// How far a lane has come, for a message. A moment is step · tasks + task.
struct Progress {
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();
  std::atomic<std::int64_t> begun = nothing;
  std::atomic<std::int64_t> done = nothing;
};

class Lanes {
 public:
  // Keeps references to all. Prepares every task; slow. So many steps may be issued before the first of them has ended.
  // `collective` may be null. Throws bad_input if the graph then has sums that only one can do.
  Lanes(const RunContext& context, std::span<const std::unique_ptr<Device>> devices, int steps_in_flight,
        Collective* collective);
  ~Lanes();  // after a failure: lets the lanes come to rest first
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  // Hands a step to the lanes and returns. `times` gets one interval a task. Waits for steps before `first` are skipped:
  // they have ended.
  void issue(std::int64_t step, std::int64_t first, std::span<Interval> times);

  // Hands over some tasks of a step, none of which waits for another one.
  void issue_only(std::int64_t step, std::span<const TaskId> tasks);

  // Hands a command of the caller's to the device's transfer lane.
  void issue_apart(DeviceId device, const Command& command, std::int64_t step);

  // Blocks until an issued step has ended. Throws the first error of a task, and Error (timeout) after so many seconds,
  // naming what is not done.
  void await(std::int64_t step, double timeout_s);

  // Blocks until everything issued has ended; throws the first error of a task.
  void drain();

  // Lets the lanes skip what they have not begun, and waits for what they have. False if that takes longer.
  bool settle(double timeout_s);

  const LayerKernels& layer_kernels() const { return layer_kernels_; }

  Repeats repeats() const;

  // Forgets how far the lanes have come: the next step may be any. Requires: drained.
  void restart();

 private:
  class Prepared;
  struct Plan {
    std::size_t lane = 0;
    std::unique_ptr<Command> command;  // none for a part of an all-reduce, which all lanes are issued together
    std::vector<Edge> waits;
    std::vector<Event*> events;  // one for each step that a wait may look back; none: nobody waits
  };
  struct LaneState {
    Device* device = nullptr;
    std::vector<std::unique_ptr<Event>> ends;  // of the steps in flight
    std::unique_ptr<Stream> stream;
    Progress progress;
    Interval unmeasured;  // of what is issued besides steps
  };

  void await_causes(const Plan& plan, std::int64_t step, std::int64_t first);
  void check_sums();
  void all_reduce(Together parts, std::int64_t step, std::span<Interval> times);
  std::int64_t moment(TaskId task, std::int64_t step) const;
  [[noreturn]] void fail_all(TaskId task, std::int64_t step, const std::exception& cause);
  void end(std::int64_t step);
  bool await_ends(std::int64_t step, double timeout_s);
  std::string unfinished(std::int64_t step) const;
  std::string unfinished_in(std::size_t lane, std::int64_t step) const;

  const RunContext& context_;
  const Rhythm rhythm_;
  Collective* const collective_;
  std::vector<SumPart> parts_;  // of the all-reduce being issued
  std::atomic<bool> cancelled_ = false;
  std::optional<std::int64_t> last_issued_;
  // Destroyed from the last on: the tasks, their layers' kernels, then the streams, whose kernels made them, then the events.
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<std::unique_ptr<LaneState>> lanes_;
  LayerKernels layer_kernels_;
  std::vector<Plan> plans_;  // of each task
};

}  // namespace ringside
