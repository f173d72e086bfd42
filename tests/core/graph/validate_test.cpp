// Every fault of a graph is turned down in words that name the task and the span.
#include "core/graph/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "strategies/strategy.h"
#include "tests/core/net/networks.h"

namespace ringside {
namespace {

Solver solver_with_momentum() {
  Solver solver;
  solver.momentum = 0.5F;
  return solver;
}

// 3 values → 2 outputs (8 parameters), relu → 4 classes (12 parameters); 2 devices, 3 samples.
class Validate : public testing::Test {
 protected:
  const Network network = network_of(
      {3, 1, 1}, {{"ip1", Dense{2, {}, {}}}, {"relu", Relu{}}, {"ip2", Dense{4, {}, {}}}, {"loss", SoftmaxLoss{}}},
      solver_with_momentum());
  StepGraph graph = find_strategy("master_slave").build({network, 2, 3});

  void TearDown() override { EXPECT_NO_THROW(validate(find_strategy("master_slave").build({network, 2, 3}), network)); }

  // The n-th task of a kind.
  template <class Kind>
  Kind& op(int n = 0) {
    for (Task& task : graph.tasks) {
      if (auto* found = std::get_if<Kind>(&task.op); found != nullptr && n-- == 0) return *found;
    }
    throw std::logic_error("no such task");
  }

  Span new_buffer(DeviceId device, std::int64_t floats, int copies = 1) {
    graph.buffers.push_back({device, floats, copies, "new"});
    return {BufferId{static_cast<int>(graph.buffers.size()) - 1}, 0, 0, floats};
  }

  void expect_complaint(const std::string& complaint) {
    try {
      validate(graph, network);
      ADD_FAILURE() << "nothing was said; expected: " << complaint;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(complaint));
      EXPECT_THAT(error.what(), testing::StartsWith("graph of master_slave: "));
      EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    }
  }
};

TEST_F(Validate, NamesTheTask) {
  op<Forward>().input.begin = 1;
  expect_complaint("task 4 (forward ip1 on 0): [1, 7) of buffer \"images\" lies outside its 6 floats");
}

TEST_F(Validate, SpansLieInTheirBuffers) {
  op<Reduce>().source.begin = -1;
  expect_complaint("[-1, 19) of buffer \"inbox\" lies outside its 20 floats");
}

TEST_F(Validate, SpansNameABuffer) {
  op<Reduce>().source.buffer = BufferId{1000};
  expect_complaint(fmt::format("task 23 names buffer 1000; there are {}", graph.buffers.size()));
}

TEST_F(Validate, AnOpHasWhatItCannotDoWithout) {
  const StepGraph good = graph;
  op<Transfer>().from = {};
  expect_complaint("task 0 names buffer -1; there are ");
  graph = good;
  op<Update>().weights = {};
  expect_complaint("task 24 names buffer -1; there are ");
}

TEST_F(Validate, AgesFitTheCopies) {
  op<Forward>().params.age = 1;
  expect_complaint("of buffer \"weights\" has age 1, which its 1 copies cannot keep apart from this step's");
}

TEST_F(Validate, LayersAreTheNetworks) {
  op<Forward>(2).layer = 4;
  expect_complaint("task 6 names layer 4; the network has 4");
}

TEST_F(Validate, AnOpStaysOnOneDevice) {
  op<Reduce>().source = op<Transfer>(7).from;
  op<Reduce>().into = op<Forward>().params.part(0, 8);
  op<Reduce>().source.count = 8;
  op<Reduce>().source.buffer = op<Backward>(4).params_gradient.buffer;
  expect_complaint("of buffer \"gradient\" is on another device");
}

TEST_F(Validate, NothingWorksOnTheHost) {
  for (Task& task : graph.tasks) task.edge_count = 0;
  op<Reduce>() = {{graph.losses, 0, 0, 1}, {graph.losses, 0, 1, 1}};
  expect_complaint("works on the host");
}

TEST_F(Validate, NothingMovesWithinTheHost) {
  op<Transfer>() = {{graph.images, 0, 0, 3}, {graph.losses, 0, 0, 3}};
  expect_complaint("works on the host");
}

TEST_F(Validate, SizesMatch) {
  const StepGraph good = graph;
  op<Transfer>().to.count -= 1;
  expect_complaint("differ in size");
  graph = good;
  op<Reduce>().source.count -= 1;
  expect_complaint("differ in size");
  graph = good;
  op<Update>().gradient.count -= 1;
  expect_complaint("differ in size");
  graph = good;
  op<Update>().updated.count -= 1;
  expect_complaint("differ in size");
  graph = good;
  op<Update>().momentum.count -= 1;
  expect_complaint("differ in size");
}

TEST_F(Validate, AnUpdateStaysInItsLayer) {
  op<Update>(1).offset = 1;
  expect_complaint("(update ip2 on 0): updates parameters [1, 13) of 12");
}

TEST_F(Validate, AForwardPassHasWhatItsLayerAsksFor) {
  const StepGraph good = graph;
  const auto expect = [&](Span Forward::*span, int forward, const std::string& complaint) {
    graph = good;
    (op<Forward>(forward).*span).count -= 1;
    expect_complaint(complaint);
  };
  expect(&Forward::input, 0, "its input has 5 floats; expected 6");
  expect(&Forward::params, 0, "its params has 7 floats; expected 8");
  expect(&Forward::labels, 3, "its labels has 1 floats; expected 2");
  expect(&Forward::output, 0, "its output has 3 floats; expected 4");
  expect(&Forward::output, 3, "its output has 9 floats; expected 10");
  graph = good;
  op<Forward>().state = new_buffer(DeviceId{0}, 1);
  expect_complaint("its state has 1 floats; expected 0");
}

TEST_F(Validate, ABackwardPassHasWhatItsLayerAsksFor) {
  const StepGraph good = graph;
  const auto expect = [&](Span Backward::*span, int backward, const std::string& complaint) {
    graph = good;
    (op<Backward>(backward).*span).count -= 1;
    expect_complaint(complaint);
  };
  expect(&Backward::labels, 0, "its labels has 1 floats; expected 2");
  expect(&Backward::output, 0, "its output has 9 floats; expected 10");
  expect(&Backward::input, 1, "its input has 3 floats; expected 4");
  expect(&Backward::params, 1, "its params has 11 floats; expected 12");
  expect(&Backward::output_gradient, 1, "its output gradient has 7 floats; expected 8");
  expect(&Backward::input_gradient, 1, "its input gradient has 3 floats; expected 4");
  expect(&Backward::params_gradient, 1, "its params gradient has 11 floats; expected 12");
  graph = good;
  op<Backward>().output_gradient = op<Backward>().output;
  expect_complaint("its output gradient has 10 floats; expected 0");
  graph = good;
  op<Backward>().state = new_buffer(DeviceId{0}, 1);
  graph.weights.push_back({0, 0, op<Backward>().state});  // so that it is written
  expect_complaint("its state has 1 floats; expected 0");
  graph = good;
  op<Backward>().divisor = 0;
  expect_complaint("takes the mean over 0 samples");
}

TEST_F(Validate, SamplesAreOfTheBatch) {
  op<Forward>(4).samples = {2, 2};
  expect_complaint("works on samples 2 to 3 of a batch of 3");
}

TEST_F(Validate, ChannelsAreOfTheLayer) {
  const StepGraph good = graph;
  op<Forward>().channels = {1, 2};
  expect_complaint("works on channels 1 to 2 of 2");
  graph = good;
  op<Forward>(3).channels = {0, 2};  // a loss is never split
  expect_complaint("works on channels 0 to 1 of 4");
}

TEST_F(Validate, ChannelsAreCopiedWithinTheirWidths) {
  const Span from = new_buffer(DeviceId{0}, 12), to = new_buffer(DeviceId{0}, 8);
  graph.weights.push_back({0, 0, from.part(0, 1)});
  const CopyChannels good{from, to, 2, 2, 1, 3, 0, 2, 2};
  for (Task& task : graph.tasks) {
    if (std::holds_alternative<Reduce>(task.op)) task.op = good;
  }
  const auto expect = [&](int CopyChannels::*field, int value, const std::string& complaint) {
    op<CopyChannels>() = good;
    op<CopyChannels>().*field = value;
    expect_complaint(complaint);
  };
  graph.weights.back().span = from;
  graph.weights.back().span.count = 8;
  op<CopyChannels>().from = from;
  graph.tasks.push_back({Transfer{to.part(0, 4), from.part(8, 4)}, 0, 0});  // so that all of it is written
  EXPECT_NO_THROW(validate(graph, network));
  expect(&CopyChannels::from_first, 2, "copies 2 channels from 2 of 3 to 0 of 2 in 4 pixels");
  expect(&CopyChannels::to_first, 1, "copies 2 channels from 1 of 3 to 1 of 2 in 4 pixels");
  expect(&CopyChannels::from_first, -1, "copies 2 channels from -1 of 3");
  expect(&CopyChannels::from_channels, 2, "copies 2 channels from 1 of 2");
  expect(&CopyChannels::to_channels, 3, "to 0 of 3");
}

TEST_F(Validate, NothingIsReadThatNothingWrites) {
  op<Reduce>().source = new_buffer(DeviceId{0}, 20);
  expect_complaint("reads [0, 20) of buffer \"new\", which nothing writes");
}

TEST_F(Validate, APartThatNothingWritesIsMissedToo) {
  Transfer& gather = op<Transfer>(6);
  ASSERT_EQ(gather.from.count, 20) << "device 1's gradient";
  gather.from.count = gather.to.count = 19;
  expect_complaint("reads [0, 20) of buffer \"inbox\", which nothing writes");
}

TEST_F(Validate, EdgesPointBackwards) {
  const StepGraph good = graph;
  const auto first = static_cast<std::size_t>(graph.tasks[10].first_edge);
  for (const Edge bad : {Edge{TaskId{11}, 0}, Edge{TaskId{10}, 0}, Edge{TaskId{5}, -1}}) {
    graph = good;
    graph.edges[first] = bad;
    expect_complaint(fmt::format("waits for task {}, which comes later", index(bad.from)));
  }
}

TEST_F(Validate, EdgesComeFromATask) {
  graph.edges[static_cast<std::size_t>(graph.tasks[10].first_edge)] = {TaskId{-1}, 1};
  expect_complaint(fmt::format("waits for task -1; there are {}", graph.tasks.size()));
}

TEST_F(Validate, EdgesAreSeenByOneDevice) {
  Task& forward = graph.tasks[4];
  ASSERT_GE(forward.edge_count, 1);
  graph.edges[static_cast<std::size_t>(forward.first_edge)] = {TaskId{2}, 1};  // device 1's images
  expect_complaint("waits for task 2, with which it shares no device");
}

TEST_F(Validate, EveryParameterHasAPlace) {
  std::erase_if(graph.weights, [](const Placement& p) { return p.layer == 2; });
  expect_complaint("layer 2 \"ip2\": 0 of 12 parameters have a place");
}

TEST_F(Validate, PlacesHaveNoHoles) {
  std::erase_if(graph.weights, [](const Placement& p) { return p.layer == 2; });
  const Span weights = op<Forward>(2).params;
  graph.weights.push_back({2, 0, weights.part(0, 5)});
  graph.weights.push_back({2, 6, weights.part(6, 6)});
  expect_complaint("layer 2 \"ip2\": 5 of 12 parameters have a place");
}

TEST_F(Validate, PlacesAreWhereTheyCanBe) {
  const StepGraph good = graph;
  const Span weights = op<Forward>(2).params;
  graph.weights.push_back({4, 0, weights});
  expect_complaint("a place for weights of layer 4; the network has 4");
  graph = good;
  graph.weights.push_back({0, 0, weights});
  expect_complaint("a place for parameters [0, 12) of layer 0 \"ip1\", which has 8");
  graph = good;
  graph.weights.push_back({2, 0, weights.part(1, 12)});
  expect_complaint("the place for layer 2 \"ip2\" lies outside its buffer");
}

// Two devices that sum the gradients of their second layer by a library: tasks n and n + 1.
class ValidateAllReduce : public Validate {
 protected:
  void SetUp() override {
    graph = find_strategy("allreduce").build({network, 2, 3, true});
    graph.strategy = "master_slave";  // as the complaints begin
  }
  std::size_t first_part() const {
    const auto is_part = [](const Task& task) { return std::holds_alternative<AllReduce>(task.op); };
    return static_cast<std::size_t>(std::ranges::find_if(graph.tasks, is_part) - graph.tasks.begin());
  }
};

TEST_F(ValidateAllReduce, AcceptsWhatTheStrategyMakes) {
  EXPECT_NO_THROW(validate(graph, network));
}

TEST_F(ValidateAllReduce, ThePartsAreAsLarge) {
  op<AllReduce>(1).sum.count -= 1;
  expect_complaint("differ in size");
}

TEST_F(ValidateAllReduce, EveryPartIsOnADeviceOfItsOwn) {
  op<AllReduce>(1).sum = op<AllReduce>(0).sum;
  expect_complaint("is part 1 of 2; there is one on each of 2 devices");
}

TEST_F(ValidateAllReduce, AllDevicesTakePart) {
  op<AllReduce>(0).parts = op<AllReduce>(1).parts = 3;
  expect_complaint("is part 0 of 3; there is one on each of 2 devices");
}

TEST_F(ValidateAllReduce, ThePartsStandTogether) {
  std::swap(graph.tasks[first_part()], graph.tasks[first_part() + 1]);
  expect_complaint("stands apart from part");
}

TEST_F(ValidateAllReduce, NoPartIsMissing) {
  const Span sum = op<AllReduce>(1).sum;
  graph.tasks[first_part() + 1].op = Reduce{sum, sum};
  expect_complaint("stands apart from part 1 of its sum");
}

}  // namespace
}  // namespace ringside
