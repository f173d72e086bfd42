// The strategies' functions, for registry.cpp. Each stands in the file of its name, which says what moves, how often,
// what memory it takes and what it means.
#pragma once
#include "strategies/strategy.h"

namespace ringside {

StepGraph build_single(const StepSpec& spec);
StepGraph build_independent(const StepSpec& spec);
StepGraph build_master_slave(const StepSpec& spec);
StepGraph build_reduction_tree(const StepSpec& spec);
StepGraph build_allreduce(const StepSpec& spec);
StepGraph build_model_parallel(const StepSpec& spec);
StepGraph build_ring_delayed(const StepSpec& spec);

Traffic no_traffic(const StepSpec& spec);
Traffic master_slave_traffic(const StepSpec& spec);
Traffic reduction_tree_traffic(const StepSpec& spec);
Traffic allreduce_traffic(const StepSpec& spec);
Traffic model_parallel_traffic(const StepSpec& spec);
Traffic ring_delayed_traffic(const StepSpec& spec);

}  // namespace ringside
