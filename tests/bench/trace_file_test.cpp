// Traces that a viewer opens.
#include "bench/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(TraceFile, SaysBeforeTheRunThatItCannotBeWritten) {
  EXPECT_THAT(testing::error_of([] { TraceFile("/no/such/folder/trace.json"); }),
              ::testing::HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace ringside
