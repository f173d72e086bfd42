// Time without equality is invalid: a session is held to the weights and losses its strategy promises before it is timed.
#pragma once
#include <vector>

#include "bench/cell.h"
#include "bench/limits.h"
#include "bench/outcome.h"
#include "bench/training_data.h"

namespace ringside {

// So many steps from the initial weights: enough for momentum, double buffers and one step of delay to matter.
inline constexpr int verified_steps = 5;

// Errors are the largest ‖w − w_ref‖ / ‖w_ref − w_0‖ of a layer, and the largest |loss − loss_ref| / |loss_ref| of a step.
// Sums in another order differ by about 1e-6 after the first update; one sample of 64 left out, by more than 1e-2. From
// step to step the difference grows: where it turns the sign of a ReLU or the winner of a max pooling it is no longer a
// rounding error. After five steps of cifar10_quick or alexnet it is about 1e-2, while a momentum or an update that is
// missing or late makes 0.1 and more.
inline constexpr double first_update_tolerance = 1e-4;
inline constexpr double weights_tolerance = 5e-2;
inline constexpr double losses_tolerance = 1e-3;

// Loads `initial`, trains, and compares with the textbook loop on the same backend: with the same global batch (sgd), with
// gradients one step late (delayed_sgd), with every device alone on its shard (local_sgd: the losses of all, the weights of
// device 0). No check comes back if it was stopped meanwhile.
std::vector<Check> verify(Session& session, const Cell& cell, const StepGraph& graph, const TrainingData& data,
                          const std::vector<float>& initial, const Limits& limits);

// The largest over the layers with parameters of ‖w − w_ref‖ / ‖w_ref − w_0‖. A layer that did not move counts absolutely.
double weights_error(const Network& network, std::span<const float> weights, std::span<const float> reference,
                     std::span<const float> initial);

// The largest over the steps of |loss − loss_ref| / |loss_ref|.
double losses_error(std::span<const double> losses, std::span<const double> reference);

}  // namespace ringside
