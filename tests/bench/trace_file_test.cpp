// Traces that a viewer opens.
#include "bench/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "bench/network_file.h"
#include "bench/paths.h"
#include "strategies/strategy.h"
#include "tests/bench/program.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

TEST(TraceFile, HasAProcessADeviceAndAThreadALane) {
  const testing::Scratch scratch;
  const Network network = find_network("lenet", find_paths().networks);
  const StepGraph graph = find_strategy("master_slave").build({.network = network, .devices = 2, .batch = 4});
  Trace trace;
  trace.times = {{.task = TaskId{0}, .step = 7, .begin_s = 2.000001, .end_s = 2.000003},
                 {.task = TaskId{1}, .step = 7, .begin_s = 2, .end_s = 2.5}};
  TraceFile file(scratch.path() / "trace.json");
  file.add("first", graph, network, trace);
  file.add("second", graph, network, trace);
  file.write();

  const auto json = nlohmann::json::parse(testing::text_of(scratch.path() / "trace.json"));
  std::vector<nlohmann::json> tasks;
  std::vector<std::string> processes;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] == "X") tasks.push_back(event);
    if (event["name"] == "process_name") processes.push_back(event["args"]["name"]);
  }
  EXPECT_THAT(processes,
              ::testing::ElementsAre("first: device 0", "first: device 1", "second: device 0", "second: device 1"));
  ASSERT_EQ(tasks.size(), 4U);
  EXPECT_EQ(tasks[0]["ts"], 1.0);  // microseconds since the first task began
  EXPECT_EQ(tasks[0]["dur"], 2.0);
  EXPECT_EQ(tasks[1]["ts"], 0.0);
  EXPECT_EQ(tasks[1]["dur"], 500000.0);
  EXPECT_EQ(tasks[2]["pid"].get<int>(), tasks[0]["pid"].get<int>() + 2);
  EXPECT_EQ(tasks[0]["args"]["step"], 7);
  EXPECT_FALSE(tasks[0]["name"].get<std::string>().empty());
}

// Every task for a second, one after another, for two steps.
Trace one_by_one(const StepGraph& graph) {
  Trace trace;
  for (int step = 0; step < 2; ++step) {
    for (int task = 0; task < static_cast<int>(graph.tasks.size()); ++task) {
      const auto begin = static_cast<double>(trace.times.size());
      trace.times.push_back({.task = TaskId{task}, .step = step, .begin_s = begin, .end_s = begin + 1});
    }
  }
  return trace;
}

TEST(TraceFile, HasAnArrowFromATransferToWhatWaitedForIt) {
  const testing::Scratch scratch;
  const Network network = find_network("lenet", find_paths().networks);
  const StepGraph graph = find_strategy("master_slave").build({.network = network, .devices = 2, .batch = 4});
  TraceFile file(scratch.path() / "trace.json");
  file.add("twice", graph, network, one_by_one(graph));
  file.write();

  const auto json = nlohmann::json::parse(testing::text_of(scratch.path() / "trace.json"));
  std::map<std::pair<int, double>, std::string> tasks;  // by process and begin
  std::map<int, std::vector<std::string>> arrows;
  int up = 0, down = 0;
  for (const auto& event : json["traceEvents"]) {
    const std::string name = event["name"];
    if (event["ph"] == "X") tasks[{event["pid"], event["ts"]}] = name;
    if (event["ph"] == "X" && name.starts_with("transfer 1→0")) ++up;
    if (event["ph"] == "X" && name.starts_with("transfer 0→1")) ++down;
  }
  for (const auto& event : json["traceEvents"])
    if (event["ph"] == "s" || event["ph"] == "f") arrows[event["id"]].push_back(tasks.at({event["pid"], event["ts"]}));

  // Gradients are summed in the same step; the weights of the second step wait for a third that is not there.
  ASSERT_GT(up, 0);
  EXPECT_EQ(static_cast<int>(arrows.size()), up + down / 2);
  for (const auto& [id, ends] : arrows) {
    ASSERT_EQ(ends.size(), 2U);
    if (ends[0].starts_with("transfer 1→0"))
      EXPECT_THAT(ends[1], ::testing::StartsWith("reduce"));
    else
      EXPECT_THAT(ends[1], ::testing::StartsWith("forward"));
  }
}

TEST(TraceFile, CanBeOpenedWhateverBecomesOfTheRun) {
  const testing::Scratch scratch;
  const TraceFile file(scratch.path() / "trace.json");
  const auto json = nlohmann::json::parse(testing::text_of(scratch.path() / "trace.json"));
  EXPECT_EQ(json["traceEvents"].size(), 0U);
}

TEST(TraceFile, SaysBeforeTheRunThatItCannotBeWritten) {
  EXPECT_THAT(testing::error_of([] { TraceFile("/no/such/folder/trace.json"); }),
              ::testing::HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace ringside
