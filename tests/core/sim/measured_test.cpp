// Lookups in tables of measured times, worked out by hand.
#include "core/sim/measured.h"

#include <gtest/gtest.h>

#include "core/graph/builder.h"
#include "core/sim/cost.h"
#include "core/sim/simulator.h"
#include "tests/core/sim/uniform_machine.h"

namespace ringside {
namespace {

Network small_network() {
  return make_network("small", "synthetic", {1, 8, 8}, {}, {},
                      {{"conv", Conv{4, 3, 1, 0, {}, {}}}, {"ip", Dense{10, {}, {}}}, {"loss", SoftmaxLoss{}}});
}

const Layer& conv() {
  static const Network network = small_network();
  return network.layers[0];
}

std::vector<MeasuredLayer> table() {
  return {{"conv 3x3 stride 1 pad 0, 1x8x8 to 4x6x6",
           {{{false, false, 4, 10}, 3},
            {{false, false, 4, 20}, 5},
            {{false, false, 4, 40}, 13},
            {{false, false, 2, 20}, 4}}}};
}

TEST(Measured, NamesAllThatALayersCostDependsOn) {
  EXPECT_EQ(geometry(conv()), "conv 3x3 stride 1 pad 0, 1x8x8 to 4x6x6");
  EXPECT_EQ(geometry(small_network().layers[1]), "dense, 4x6x6 to 10x1x1");
}

TEST(Measured, LiesOnTheLineBetweenTheSamplesMeasured) {
  const auto seconds = [](int samples) { return *measured_seconds(table(), conv(), {false, false, 4, samples}); };
  EXPECT_DOUBLE_EQ(seconds(20), 5);
  EXPECT_DOUBLE_EQ(seconds(15), 4);
  EXPECT_DOUBLE_EQ(seconds(30), 9);
  EXPECT_DOUBLE_EQ(seconds(50), 17);  // 0.4 more for each sample beyond 40
  EXPECT_DOUBLE_EQ(seconds(5), 2);    // 0.2 less for each below 10
}

TEST(Measured, TakesTheShareOfTheNearestChannels) {
  EXPECT_DOUBLE_EQ(*measured_seconds(table(), conv(), {false, false, 2, 20}), 4);
  EXPECT_DOUBLE_EQ(*measured_seconds(table(), conv(), {false, false, 1, 20}), 2);     // half of 2 channels
  EXPECT_DOUBLE_EQ(*measured_seconds(table(), conv(), {false, false, 3, 20}), 3.75);  // 3/4 of 4: 3/4 < 3/2 by ratio
}

TEST(Measured, KnowsWhatItDoesNotKnow) {
  EXPECT_FALSE(measured_seconds(table(), conv(), {true, true, 4, 20}));
  EXPECT_FALSE(measured_seconds(table(), small_network().layers[1], {false, false, 10, 20}));
  EXPECT_FALSE(measured_seconds({{Move::copy, 1, 1}}, Move::send, 5));
}

TEST(Measured, MovesNeverGrowShorterBeyondWhatWasMeasured) {
  const std::vector<MeasuredMove> moves = {{Move::send, 200, 2}, {Move::send, 100, 3}};
  EXPECT_DOUBLE_EQ(*measured_seconds(moves, Move::send, 150), 2.5);
  EXPECT_DOUBLE_EQ(*measured_seconds(moves, Move::send, 400), 2);
  EXPECT_DOUBLE_EQ(*measured_seconds(moves, Move::send, 50), 3);
}

// 0→1 of 100 floats, measured to take 3 s, where the link alone would take 1 + 100 s: the measured time took all along.
// The other device then sums for 7 s, and 2 s go by before it notices; 4 s if it had waited longer than 1 s.
TEST(Measured, DecidesMessagesAndSums) {
  Builder builder("measured", 2, 1);
  const Span a = builder.buffer(DeviceId{0}, 100, "a");
  const Span inbox = builder.buffer(DeviceId{1}, 100, "inbox");
  builder.add(Transfer{a, inbox});
  builder.add(Reduce{inbox, builder.buffer(DeviceId{1}, 100, "sum")});
  const StepGraph graph = std::move(builder).finish();
  Machine machine = uniform_machine(2, 1, 400, 1);
  machine.device.measured_moves = {{Move::send, 100, 3}, {Move::reduce, 100, 7}};
  const auto makespan = [&] { return simulate(graph, small_network(), machine, 1).makespan_s; };
  EXPECT_DOUBLE_EQ(makespan(), 10);
  machine.execution.handoff_s = 2;
  EXPECT_DOUBLE_EQ(makespan(), 12);
  machine.execution.wake_up_s = 4;
  machine.execution.sleeps_after_s = 5;
  EXPECT_DOUBLE_EQ(makespan(), 12);
  machine.execution.sleeps_after_s = 1;
  EXPECT_DOUBLE_EQ(makespan(), 14);
  machine.execution.crowding = 1.5;  // both devices are at work: 4.5 + 4 + 10.5 s
  EXPECT_DOUBLE_EQ(makespan(), 19);
}

TEST(Measured, TellsMovesApart) {
  StepGraph graph;
  graph.devices = 2;
  for (const DeviceId device : {host, DeviceId{0}, DeviceId{1}}) graph.buffers.push_back({device, 8, 2, "buffer"});
  const Span on_host{BufferId{0}, 0, 0, 8}, here{BufferId{1}, 0, 0, 8}, there{BufferId{2}, 0, 0, 8};
  EXPECT_EQ(move_of(graph, Transfer{on_host, here}), Move::receive);
  EXPECT_EQ(move_of(graph, Transfer{here, on_host}), Move::report);
  EXPECT_EQ(move_of(graph, Transfer{here, there}), Move::send);
  EXPECT_EQ(move_of(graph, Transfer{here, here.aged(1)}), Move::copy);
  EXPECT_EQ(move_of(graph, Reduce{here, here.aged(1)}), Move::reduce);
  EXPECT_EQ(move_of(graph, Update{0, 0, here, here, here, {}}), Move::update);
  EXPECT_EQ(move_of(graph, Update{0, 0, here, here, here.aged(-1), {}}), Move::update_apart);
  EXPECT_FALSE(move_of(graph, CopyChannels{here, here, 1, 1, 0, 8, 0, 8, 8}));
}

}  // namespace
}  // namespace ringside
