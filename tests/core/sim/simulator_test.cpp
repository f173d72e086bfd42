// Makespans worked out by hand, and what the simulator turns down.
#include "core/sim/simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/graph/builder.h"
#include "strategies/strategy.h"
#include "tests/core/sim/uniform_machine.h"

namespace ringside {
namespace {

using testing::HasSubstr;

Network small_network() {
  return make_network("small", "synthetic", {1, 8, 8}, {}, {},
                      {{"conv", Conv{4, 3, 1, 0, {}, {}}}, {"ip", Dense{10, {}, {}}}, {"loss", SoftmaxLoss{}}});
}

// 1 s of latency, 4 bytes (one float) a second, sums of one float in 0.5 s.
Machine slow_machine(int devices) {
  return uniform_machine(devices, 1, 4, 0.5 / 4);
}

double makespan(const StepGraph& graph, const Machine& machine, std::int64_t steps = 1) {
  return simulate(graph, small_network(), machine, steps).makespan_s;
}

TEST(Simulator, ChainOfMessages) {
  // 0→1→2, 3 floats each: two messages of 1 + 3 s one after another = 8 s.
  Builder builder("chain", 3, 1);
  const Span a = builder.buffer(DeviceId{0}, 3, "a");
  const Span b = builder.buffer(DeviceId{1}, 3, "b");
  const Span c = builder.buffer(DeviceId{2}, 3, "c");
  builder.add(Transfer{a, b});
  builder.add(Transfer{b, c});
  EXPECT_DOUBLE_EQ(makespan(std::move(builder).finish(), slow_machine(3)), 8);
}

TEST(Simulator, TwoMessagesShareTheReceiversLinkFairly) {
  // 1→0 of 4 floats and 2→0 of 2: after 1 s of latency both flow at half speed. The short one ends at 1 + 4 = 5 s; the
  // long one has 2 floats left then, alone: 7 s.
  Builder builder("contention", 3, 1);
  const Span inbox = builder.buffer(DeviceId{0}, 6, "inbox");
  builder.add(Transfer{builder.buffer(DeviceId{1}, 4, "long"), inbox.part(0, 4)});
  builder.add(Transfer{builder.buffer(DeviceId{2}, 2, "short"), inbox.part(4, 2)});
  const StepGraph graph = std::move(builder).finish();
  const Simulation simulation = simulate(graph, small_network(), slow_machine(3), 1);
  EXPECT_DOUBLE_EQ(simulation.trace.times.at(0).end_s, 5);
  EXPECT_DOUBLE_EQ(simulation.makespan_s, 7);
}

TEST(Simulator, TwoMessagesShareTheReceiversLinkInOrder) {
  // The same, one after another: 1 + 4 = 5 s, then 1 + 2 more = 8 s.
  Builder builder("contention", 3, 1);
  const Span inbox = builder.buffer(DeviceId{0}, 6, "inbox");
  builder.add(Transfer{builder.buffer(DeviceId{1}, 4, "long"), inbox.part(0, 4)});
  builder.add(Transfer{builder.buffer(DeviceId{2}, 2, "short"), inbox.part(4, 2)});
  Machine machine = slow_machine(3);
  for (Link& link : machine.links) link.sharing = Sharing::in_order;
  const Simulation simulation = simulate(std::move(builder).finish(), small_network(), machine, 1);
  EXPECT_DOUBLE_EQ(simulation.trace.times.at(0).end_s, 5);
  EXPECT_DOUBLE_EQ(simulation.makespan_s, 8);
}

TEST(Simulator, BothDirectionsOfALink) {
  // 0→1 and 1→0, 2 floats each. Full duplex: 1 + 2 = 3 s. Half duplex: both at half speed, 1 + 4 = 5 s.
  Builder builder("duplex", 2, 1);
  builder.add(Transfer{builder.buffer(DeviceId{0}, 2, "a"), builder.buffer(DeviceId{1}, 2, "b")});
  builder.add(Transfer{builder.buffer(DeviceId{1}, 2, "c"), builder.buffer(DeviceId{0}, 2, "d")});
  const StepGraph graph = std::move(builder).finish();
  Machine machine = slow_machine(2);
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 3);
  for (Link& link : machine.links) link.full_duplex = false;
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 5);
}

TEST(Simulator, LanesOfADeviceRunSideBySideUnlessTheyShareIt) {
  // An update of this step's gradient (compute lane, 2 s) and a sum (transfer lane, 2 s) that have nothing to do with each other.
  const Network network = small_network();
  Builder builder("lanes", 1, 1);
  const Span w = builder.buffer(DeviceId{0}, 4, "w");
  builder.add(Update{0, 0, builder.buffer(DeviceId{0}, 4, "g"), w, w, {}});
  builder.add(Reduce{builder.buffer(DeviceId{0}, 4, "x"), builder.buffer(DeviceId{0}, 4, "y")});
  const StepGraph graph = std::move(builder).finish();
  Machine machine = slow_machine(1);
  machine.device.update_bytes_per_s = machine.device.memory_bytes_per_s;  // three spans of 4 floats each, as the sum
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 2);
  machine.execution.lanes_share = true;
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 4);
}

TEST(Simulator, MoreDevicesThanCoresShareThem) {
  // Four sums of 2 s on four devices: 2 s with a core each, 4 s on two cores, 8 s on one.
  Builder builder("cores", 4, 1);
  for (int d = 0; d < 4; ++d) {
    builder.add(Reduce{builder.buffer(DeviceId{d}, 4, "x"), builder.buffer(DeviceId{d}, 4, "y")});
  }
  const StepGraph graph = std::move(builder).finish();
  Machine machine = slow_machine(4);
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 2);
  machine.execution.cores = 2;
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 4);
  machine.execution.cores = 1;
  EXPECT_DOUBLE_EQ(makespan(graph, machine), 8);
}

TEST(Simulator, StepsFollowEachOtherThroughDoubleBuffers) {
  // Each step: a sum into x (1 s, transfer lane of 0), then x goes to device 1 (1 + 2 s, the same lane): 4 s a step. Three: 12 s.
  Builder builder("steps", 2, 1);
  const Span x = builder.buffer(DeviceId{0}, 2, "x");
  builder.add(Reduce{builder.buffer(DeviceId{0}, 2, "y"), x});
  builder.add(Transfer{x, builder.buffer(DeviceId{1}, 2, "z")});
  EXPECT_DOUBLE_EQ(makespan(std::move(builder).finish(), slow_machine(2), 3), 12);
}

TEST(Simulator, TwiceTheBandwidthHalvesCommunication) {
  const Network network = small_network();
  for (const char* strategy : {"master_slave", "reduction_tree", "ring_delayed", "model_parallel"}) {
    const StepGraph graph = find_strategy(strategy).build({network, 4, 8});
    Machine machine = uniform_machine(4, 0, 1e6, 0);
    machine.device.memory_bytes_per_s = 1e300;
    const double once = simulate(graph, network, machine, 3).makespan_s;
    for (Link& link : machine.links) link.bytes_per_s *= 2;
    EXPECT_NEAR(simulate(graph, network, machine, 3).makespan_s, once / 2, once * 1e-12) << strategy;
  }
}

TEST(Simulator, AFasterDeviceOrLinkNeverMakesAStepLonger) {
  // Of ring_delayed and independent: in them no two messages ever meet on a link.
  const Network network = small_network();
  for (const char* strategy : {"independent", "ring_delayed"}) {
    const StepGraph graph = find_strategy(strategy).build({network, 5, 13});
    double before = 1e300;
    for (double speed = 1; speed < 1e4; speed *= 1.7) {
      Machine machine = uniform_machine(5, 1e-6, 1e7 * std::sqrt(speed), 0);
      machine.device.peak_flops_per_s = 1e6 * speed;
      machine.device.memory_bytes_per_s = 1e7 * speed;
      const double now = simulate(graph, network, machine, 4).makespan_s;
      EXPECT_LE(now, before * (1 + 1e-12)) << strategy << " at speed " << speed;
      before = now;
    }
  }
}

TEST(Simulator, BusyTimeIsTheSumOfCosts) {
  const Network network = small_network();
  const StepGraph graph = find_strategy("master_slave").build({network, 3, 7});
  const Machine machine = uniform_machine(3, 1e-6, 1e8, 1e-9);
  const Simulation simulation = simulate(graph, network, machine, 5);
  EXPECT_EQ(simulation.trace.times.size(), graph.tasks.size() * 5);
  double carried = 0;
  for (const LinkUse& use : simulation.links) {
    carried += use.bytes;
    EXPECT_GE(use.busy_s, 0);
    EXPECT_LE(use.busy_s, simulation.makespan_s);
  }
  // Each message between devices crosses two links, each one from or to the host one.
  double expected = 0;
  for (const Task& task : graph.tasks) {
    const auto* transfer = std::get_if<Transfer>(&task.op);
    if (transfer == nullptr) continue;
    const bool with_host = graph.buffers[index(transfer->from.buffer)].device == host ||
                           graph.buffers[index(transfer->to.buffer)].device == host;
    expected += 5.0 * 4.0 * static_cast<double>(transfer->from.count) * (with_host ? 1 : 2);
  }
  EXPECT_DOUBLE_EQ(carried, expected);
}

TEST(Simulator, IsDeterministic) {
  const Network network = small_network();
  const StepGraph graph = find_strategy("reduction_tree").build({network, 7, 9});
  const Machine machine = uniform_machine(7, 1e-6, 1e8, 1e-9);
  const Simulation a = simulate(graph, network, machine, 3);
  const Simulation b = simulate(graph, network, machine, 3);
  ASSERT_EQ(a.trace.times.size(), b.trace.times.size());
  for (std::size_t i = 0; i < a.trace.times.size(); ++i) {
    EXPECT_EQ(a.trace.times[i].task, b.trace.times[i].task);
    EXPECT_EQ(a.trace.times[i].end_s, b.trace.times[i].end_s);
  }
}

std::string refusal(const StepGraph& graph, const Machine& machine) {
  try {
    makespan(graph, machine);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Simulator, RefusesWhatCannotBe) {
  Builder builder("refused", 2, 1);
  const Span a = builder.buffer(DeviceId{0}, 3, "a");
  builder.add(Transfer{a, builder.buffer(DeviceId{1}, 3, "b")});
  builder.add(Reduce{builder.buffer(DeviceId{0}, 3, "c"), a});
  StepGraph graph = std::move(builder).finish();
  EXPECT_THAT(refusal(graph, slow_machine(1)), HasSubstr("the graph has 2 devices, the machine 1"));

  Machine nothing = slow_machine(1);
  nothing.device.memory_bytes_per_s = std::numeric_limits<double>::infinity();
  Builder empty("free", 1, 1);
  empty.add(Reduce{empty.buffer(DeviceId{0}, 1, "a"), empty.buffer(DeviceId{0}, 1, "b")});
  EXPECT_THAT(refusal(std::move(empty).finish(), nothing), HasSubstr("took no time at all"));

  // A task made to wait for itself through the next one.
  graph.edges.push_back({TaskId{1}, 0});
  graph.tasks[0].first_edge = static_cast<std::int64_t>(graph.edges.size()) - 1;
  graph.tasks[0].edge_count = 1;
  EXPECT_THAT(refusal(graph, slow_machine(2)), HasSubstr("transfer 0→1 a waits for [reduce c into a on 0]"));

  Machine cut = slow_machine(2);
  cut.links.clear();
  Builder builder2("cut", 2, 1);
  builder2.add(Transfer{builder2.buffer(DeviceId{0}, 1, "a"), builder2.buffer(DeviceId{1}, 1, "b")});
  EXPECT_THAT(refusal(std::move(builder2).finish(), cut),
              HasSubstr("no way from node \"device 0\" to node \"device 1\""));
}

// Device 1 comes late by a sum of 4 floats (4 s). Then 2 rounds of 1 s of latency and 2 floats (2 s), and 2 floats summed (2 s).
TEST(Simulator, AllReduceBeginsWithTheLastPart) {
  Builder builder("made", 2, 1);
  const std::vector<Span> sums{builder.buffer(DeviceId{0}, 4, "sum"), builder.buffer(DeviceId{1}, 4, "sum")};
  builder.add(Reduce{builder.buffer(DeviceId{1}, 4, "own"), sums[1]});
  builder.all_reduce(sums);
  const StepGraph graph = std::move(builder).finish();
  const Machine machine = uniform_machine(2, 1, 4, 0.25);
  for (const std::int64_t steps : {1, 3}) {
    const Simulation simulation = simulate(graph, small_network(), machine, steps);
    EXPECT_DOUBLE_EQ(simulation.makespan_s, 12.0 * static_cast<double>(steps));
    for (const TaskTime& time : simulation.trace.times) {
      const auto begun = 12.0 * static_cast<double>(time.step);
      EXPECT_DOUBLE_EQ(time.begin_s, index(time.task) == 0 ? begun : begun + 4);
      EXPECT_DOUBLE_EQ(time.end_s, index(time.task) == 0 ? begun + 4 : begun + 12);
    }
  }
}

// Both parts want device 1's one cable, which serves one after the other: 2 rounds of 1 s and 2 floats (2 s) each. Neither ends
// before the second one does.
TEST(Simulator, AllReduceEndsWithTheSlowestPart) {
  Builder builder("made", 2, 1);
  const std::vector<Span> sums{builder.buffer(DeviceId{0}, 4, "sum"), builder.buffer(DeviceId{1}, 4, "sum")};
  builder.all_reduce(sums);
  Machine machine = uniform_machine(2, 1, 4, 0);
  machine.links[1].full_duplex = false;
  machine.links[1].sharing = Sharing::in_order;
  const Simulation simulation = simulate(std::move(builder).finish(), small_network(), machine, 1);
  ASSERT_EQ(simulation.trace.times.size(), 2U);
  for (const TaskTime& time : simulation.trace.times) EXPECT_DOUBLE_EQ(time.end_s, 2 * (2 * (1 + 2)));
}

}  // namespace
}  // namespace ringside
