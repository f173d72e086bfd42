// How much a late gradient narrows the stable range of rate times curvature, in the executor itself.
//
// On the quadratic λw²/2 the gradient is λw, and training follows v(t+1) = μ v(t) + ηλ w(t-τ), w(t+1) = w(t) - v(t+1). With
// w(t) = z^t:  (z - 1)(z - μ) z^(τ-1) = -ηλ. The largest stable ηλ is where a solution first meets the unit circle z = e^iθ:
// the left side's angle, θ(τ-1) + (π + θ)/2 + arg(z - μ), is π there, and its size |z - 1| · |z - μ| is the limit.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <tuple>
#include <utility>

#include "core/exec/session.h"
#include "core/graph/builder.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

double limit(int delay, double momentum) {
  const auto z = [](double angle) { return std::polar(1.0, angle); };
  const auto left_angle = [&](double angle) {
    return angle * (delay - 1) + (std::numbers::pi + angle) / 2 + std::arg(z(angle) - momentum);
  };
  double low = 1e-9;
  double high = std::numbers::pi;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (left_angle(middle) < std::numbers::pi ? low : high) = middle;
  }
  return std::abs(z(high) - 1.0) * std::abs(z(high) - momentum);
}

// w stands on device 0. Its copy on device 1 is the gradient (λ = 1), which comes back and is applied `delay` steps later.
StepGraph quadratic(int delay) {
  Builder builder("quadratic", 2, 1);
  const Span losses = builder.buffer(host, 1, "losses", 2);
  builder.host_buffers(no_buffer, no_buffer, losses.buffer);
  const Span w = builder.buffer(DeviceId{0}, 1, "w");
  const Span momentum = builder.buffer(DeviceId{0}, 1, "momentum");
  const Span gradient = builder.buffer(DeviceId{0}, 1, "gradient", delay + 1);
  const Span w_there = builder.buffer(DeviceId{1}, 1, "w there");
  builder.holds_weights(0, 0, w);
  builder.add(Transfer{w, losses});
  builder.add(Transfer{w, w_there});
  builder.add(Transfer{w_there, gradient});
  builder.add(Update{0, 0, gradient.aged(delay), w, w, momentum});
  return std::move(builder).finish();
}

Network one_parameter(double rate, double momentum) {
  Solver solver;
  solver.rate.base = rate;
  solver.momentum = static_cast<float>(momentum);
  return make_network("quadratic", "synthetic", {}, {}, solver, {{"w", dense(1)}, {"loss", SoftmaxLoss{}}});
}

enum class Fate { dies_out, blows_up, neither };

Fate fate(int delay, double momentum, double rate) {
  const Network network = one_parameter(rate, momentum);
  Session session(network, quadratic(delay), find_backend("reference"), {.pinned = false});
  std::vector<float> weights(static_cast<std::size_t>(network.params()));
  weights[0] = 1;
  session.load(weights);
  const LabelledImages images = some_images({}, 1, 1);
  Batches batches(images, 1, {}, 1, 1);
  for (int round = 0; round < 100; ++round) {
    double largest = 0;
    for (const StepResult& step : session.run(batches, {.steps = 200}).steps) {
      largest = std::max(largest, std::abs(step.loss));
    }
    if (largest < 1e-2) return Fate::dies_out;
    if (largest > 1e2) return Fate::blows_up;
  }
  return Fate::neither;
}

using Row = std::tuple<int, double, double>;  // delay, momentum, limit as the design's table prints it

class Stability : public testing::TestWithParam<Row> {};

TEST_P(Stability, EndsWhereTheTableSays) {
  const auto& [delay, momentum, printed] = GetParam();
  const double exact = limit(delay, momentum);
  EXPECT_NEAR(exact, printed, 0.0005);
  EXPECT_EQ(fate(delay, momentum, 0.98 * exact), Fate::dies_out);
  EXPECT_EQ(fate(delay, momentum, 1.02 * exact), Fate::blows_up);
}

INSTANTIATE_TEST_SUITE_P(Table, Stability,
                         testing::Values(Row{0, 0, 2}, Row{0, 0.5, 3}, Row{0, 0.9, 3.8},            //
                                         Row{1, 0, 1}, Row{1, 0.5, 0.5}, Row{1, 0.9, 0.1},          //
                                         Row{2, 0, 0.618}, Row{2, 0.5, 0.281}, Row{2, 0.9, 0.051},  //
                                         Row{3, 0, 0.445}, Row{3, 0.5, 0.199}, Row{3, 0.9, 0.035}));

}  // namespace
}  // namespace ringside
