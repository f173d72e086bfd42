// Time without equality is invalid: a session is held to the weights and losses its strategy promises before it is timed.
#pragma once
#include <atomic>
#include <vector>

#include "bench/cell.h"
#include "bench/outcome.h"
#include "bench/training_data.h"

namespace ringside {

// So many steps from the initial weights: enough for momentum, double buffers and one step of delay to matter.
inline constexpr int verified_steps = 5;

// Of ‖w − w_ref‖ / ‖w_ref − w_0‖, the largest over the layers with parameters, and of |loss − loss_ref| / |loss_ref|, the largest
// over the steps. Sums in another order differ by about 1e-5; one sample of 64 left out, by more than 1e-2.
inline constexpr double verified_tolerance = 1e-3;

// Loads `initial`, trains, and compares with the textbook loop on the same backend: with the same global batch (sgd), with
// gradients one step late (delayed_sgd), with every device alone on its shard (local_sgd: the losses of all, the weights of
// device 0). Fewer checks come back if `stop` was set meanwhile.
std::vector<Check> verify(Session& session, const Cell& cell, const StepGraph& graph, const TrainingData& data,
                          const std::vector<float>& initial, const std::atomic<bool>& stop);

// The largest over the layers with parameters of ‖w − w_ref‖ / ‖w_ref − w_0‖. A layer that did not move counts absolutely.
double weights_error(const Network& network, std::span<const float> weights, std::span<const float> reference,
                     std::span<const float> initial);

// The largest over the steps of |loss − loss_ref| / |loss_ref|.
double losses_error(std::span<const double> losses, std::span<const double> reference);

}  // namespace ringside
