// The closed formulas of the strategies' page equal the simulation on a uniform machine.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "core/graph/validate.h"
#include "core/sim/simulator.h"
#include "strategies/strategy.h"
#include "tests/core/sim/uniform_machine.h"

namespace ringside {
namespace {

constexpr double alpha = 10e-6;      // s a message
constexpr double beta = 1 / 12e9;    // s a byte sent
constexpr double gamma = 1 / 200e9;  // s a byte summed

// A model of `params` parameters whose layers cost next to nothing: communication alone remains.
Network dense_network(int inputs, int outputs) {
  return make_network("dense", "synthetic", {inputs, 1, 1}, {}, {},
                      {{"ip", Dense{outputs, {}, {}}}, {"loss", SoftmaxLoss{}}});
}

double simulated_seconds(const char* strategy, const Network& network, int devices, std::int64_t steps,
                         bool library_sums = false) {
  const StepSpec spec{network, devices, devices, library_sums};
  const StepGraph graph = find_strategy(strategy).build(spec);
  validate(graph, network);
  // The layers' bytes count against the same memory as the sums: give them a measured time of nothing.
  Machine machine = uniform_machine(devices, alpha, 1 / beta, gamma);
  for (const Layer& layer : network.layers) {
    MeasuredLayer& measured = machine.device.measured_layers.emplace_back();
    measured.geometry = geometry(layer);
    for (const bool input_gradient : {false, true})
      for (const bool backward : {false, true})
        measured.calls.push_back({{backward, input_gradient, layer.output.channels, 1}, 1e-12});
  }
  return simulate(graph, network, machine, steps).makespan_s;
}

class Formula : public testing::TestWithParam<int> {};

TEST_P(Formula, MasterSlave) {
  const int p = GetParam();
  const Network network = dense_network(101, 103);  // 10,506 parameters: most p do not divide them
  const double n = 4.0 * static_cast<double>(network.params());
  const double expected = 2 * (p - 1) * (alpha + n * beta) + (p - 1) * n * gamma;
  EXPECT_NEAR(simulated_seconds("master_slave", network, p, 1) / expected, 1, 1e-9 + 4e-12 / expected);
}

TEST_P(Formula, ReductionTree) {
  const int p = GetParam();
  const Network network = dense_network(101, 103);
  const double n = 4.0 * static_cast<double>(network.params());
  const double rounds = std::bit_width(static_cast<unsigned>(p - 1));  // ceil(log2 p)
  const double expected = 2 * rounds * (alpha + n * beta) + rounds * n * gamma;
  EXPECT_NEAR(simulated_seconds("reduction_tree", network, p, 1) / expected, 1, 1e-9 + 4e-12 / expected);
}

// The largest chunk is the one everybody waits for: n/p is rounded up to whole parameters.
TEST_P(Formula, Ring) {
  const int p = GetParam();
  const Network network = dense_network(101, 103);
  const double chunk = 4.0 * std::ceil(static_cast<double>(network.params()) / p);
  const double expected = 2 * (p - 1) * (alpha + chunk * beta) + (p - 1) * chunk * gamma;
  EXPECT_NEAR(simulated_seconds("ring_delayed", network, p, 1) / expected, 1, 1e-9 + 4e-12 / expected);
}

// Made of transfers and sums, or by a library: as long.
TEST_P(Formula, AllReduce) {
  const int p = GetParam();
  const Network network = dense_network(101, 103);  // one bucket
  const double chunk = 4.0 * std::ceil(static_cast<double>(network.params()) / p);
  const double expected = 2 * (p - 1) * (alpha + chunk * beta) + (p - 1) * chunk * gamma;
  for (const bool library_sums : {false, true}) {
    const double simulated = simulated_seconds("allreduce", network, p, 1, library_sums);
    EXPECT_NEAR(simulated / expected, 1, 1e-9 + 4e-12 / expected) << (library_sums ? "library" : "transfers");
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Formula, testing::Range(2, 65));

}  // namespace
}  // namespace ringside
