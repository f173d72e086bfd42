// The host's side of the input: fills the host's copies of the batch, ahead of the transfers that read them.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/batches.h"
#include "core/exec/workspace.h"
#include "core/graph/task.h"

namespace ringside {

// A transfer from the host with age a carries, in step t, batch t - a. Nothing on a device waits for the filling itself:
// a batch is filled before the first step that reads it is issued, while the devices are busy with the steps before.
class Feed {
 public:
  // Keeps references to both.
  Feed(const StepGraph& graph, const Workspace& workspace);

  // How many steps may be issued before the first of them has ended, at most: a copy is filled anew only after the last
  // step that reads it.
  int steps_in_flight() const { return steps_in_flight_; }

  // Steps before the first in which batches must travel already, because transfers carry batches of later steps.
  std::int64_t lead() const { return lead_; }

  // Transfers from the host that carry a batch (0 or later) in a step before the first.
  std::vector<TaskId> tasks_before_first(std::int64_t step) const;

  // Fills every batch that transfers of this step are the first to carry. Requires: steps up to
  // step - steps_in_flight() have ended.
  void fill(Batches& batches, std::int64_t step);

  // The next step is this one. From step 0 on batches are filled anew; later, those that the step's transfers carry from the
  // host: what travelled ahead of it is on the devices.
  void restart(std::int64_t step);

 private:
  struct Source {
    TaskId task;
    int age;
  };
  const StepGraph& graph_;
  const Workspace& workspace_;
  std::vector<Source> sources_;
  std::int64_t lead_ = 0;
  int oldest_ = 0;  // age that a transfer carries
  int steps_in_flight_ = 0;
  std::int64_t next_batch_ = 0;
};

}  // namespace ringside
