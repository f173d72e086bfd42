// The menu of strategies. A strategy is a plain function from a StepSpec to a StepGraph: no class, thread, clock or
// device in it.
#pragma once
#include <span>
#include <string_view>

#include "core/graph/summary.h"
#include "core/graph/task.h"

namespace ringside {

struct StepSpec {
  const Network& network;
  int devices = 1;
  int batch = 0;  // global: of all devices together
  // The devices have a library whose own all-reduce sums (AllReduce); else that is made of transfers and sums.
  bool library_sums = false;
};

// What a strategy promises about the weights.
enum class Meaning {
  sgd,          // the same as one device with the global batch
  delayed_sgd,  // w(t+1) = w(t) - rate(t-1) · mean gradient of step t-1 at w(t-1); the first update does nothing
  local_sgd     // every device trains alone on its shard: a bound, for timing only
};

struct Strategy {
  std::string_view name;
  std::string_view summary;  // one line
  Meaning meaning;
  bool splits_batch;  // every device needs at least one sample of its own
  StepGraph (*build)(const StepSpec&);
  Traffic (*traffic)(const StepSpec&);  // expected per step, all devices together; a test holds the graph to it
};

std::span<const Strategy> strategies();

// Throws bad_input with the nearest name if there is none.
const Strategy& find_strategy(std::string_view name);

// Throws bad_input (what was asked, what is possible) unless the spec can be built: devices >= 1, batch >= 1, and batch
// >= devices where the strategy splits the batch.
void check_spec(const Strategy& strategy, const StepSpec& spec);

}  // namespace ringside
