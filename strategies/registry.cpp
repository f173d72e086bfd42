// The menu: one row a strategy.
#include <array>
#include <vector>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "strategies/builders.h"

namespace ringside {
namespace {

constexpr std::array<Strategy, 7> menu{{
    {"single", "one device: the baseline", Meaning::sgd, false, build_single, no_traffic},
    {"independent", "N devices that exchange nothing: the bound no strategy can beat", Meaning::local_sgd, true,
     build_independent, no_traffic},
    {"master_slave", "device 0 sums all gradients, updates, and sends the model back", Meaning::sgd, true,
     build_master_slave, master_slave_traffic},
    {"reduction_tree", "gradients summed pairwise up a binary tree, weights sent down", Meaning::sgd, true,
     build_reduction_tree, reduction_tree_traffic},
    {"allreduce", "gradients summed around a ring in buckets, under the backward pass", Meaning::sgd, true,
     build_allreduce, allreduce_traffic},
    {"model_parallel", "every layer's filters split over the devices, activations exchanged", Meaning::sgd, false,
     build_model_parallel, model_parallel_traffic},
    {"ring_delayed", "gradients and updates around a ring, one step late, under the next step's compute",
     Meaning::delayed_sgd, true, build_ring_delayed, ring_delayed_traffic},
}};

}  // namespace

std::span<const Strategy> strategies() {
  return menu;
}

const Strategy& find_strategy(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Strategy& strategy : menu) {
    if (strategy.name == name) return strategy;
    names.push_back(strategy.name);
  }
  fail_unknown("strategy", name, names);
}

void check_spec(const Strategy& strategy, const StepSpec& spec) {
  check(spec.devices >= 1, "strategy {}: {} devices; expected at least 1", strategy.name, spec.devices);
  check(spec.batch >= 1, "strategy {}: a batch of {}; expected at least 1 sample", strategy.name, spec.batch);
  check(!strategy.splits_batch || spec.batch >= spec.devices,
        "strategy {}: a batch of {} on {} devices; every device needs at least one sample, so at most {} devices or a "
        "batch of at least {}",
        strategy.name, spec.batch, spec.devices, spec.batch, spec.devices);
}

}  // namespace ringside
