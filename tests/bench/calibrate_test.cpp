// `ringside calibrate` and `validate-model`, as a user runs them: on a small network, once. That the numbers are right is what
// validate-model is for; here they must be complete, and reach every record.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bench/machine_file.h"
#include "bench/network_file.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::ringside_program;

TEST(Calibrate, MeasuresEveryLayerAndMoveWithItsSource) {
  const testing::SmallExperiment files;
  const std::string out = files.path("made/here.json");
  const std::string command = "calibrate --quiet --rounds 1 --backend reference --network " + files.path("small.json");
  const auto run = ringside_program(command + " --out " + out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const MachineFile file = load_machine(out);
  EXPECT_FALSE(file.model_error);
  EXPECT_EQ(file.unverified, 0);
  const DeviceProfile& device = file.machine.device;
  const Network network = load_network(files.path("small.json"));
  for (const Layer& layer : network.layers) {
    const bool first = &layer == &network.layers.front();
    for (const bool backward : {false, true})
      for (const int channels : {layer.output.channels, std::max(1, layer.output.channels / 2)}) {
        const CallShape call{backward, backward && !first, channels, 5};
        const auto seconds = measured_seconds(device.measured_layers, layer, call);
        ASSERT_TRUE(seconds) << layer.name;
        EXPECT_GT(*seconds, 0) << layer.name;
        EXPECT_LT(*seconds, 1) << layer.name;
      }
  }
  for (int move = 0; move < move_kinds; ++move)
    EXPECT_TRUE(measured_seconds(device.measured_moves, Move{move}, 64)) << name_of(Move{move});
  EXPECT_GE(file.machine.execution.crowding, 1);
  EXPECT_GT(file.machine.execution.handoff_s, 0);

  const auto again = ringside_program(command + " --out " + out);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));
}

TEST(ValidateModel, WritesTheErrorIntoTheMachineAndEveryRecordOfIt) {
  const testing::SmallExperiment files;
  const std::string out = files.path("here.json");
  const auto run = ringside_program("validate-model --quiet --rounds 1 --backend reference --network " +
                                    files.path("small.json") + " --out " + out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("at worst"));
  const json written = json::parse(testing::text_of(out));
  const json& compared = written["model_error"]["compared"];
  double worst = 0;
  for (const json& cell : compared)
    worst = std::max(worst, std::abs(cell["predicted_ms"].get<double>() / cell["measured_ms"].get<double>() - 1));
  EXPECT_NEAR(written["model_error"]["worst"], worst, 1e-3);

  const std::string records = files.path("run.jsonl");
  const auto simulated = ringside_program("run --quiet " + files.file() + " --simulate " + out + " --out " + records);
  ASSERT_EQ(simulated.exit_code, 0) << simulated.err;
  for (const json& record : testing::records_in(testing::text_of(records))) {
    const json& error = record["identity"]["machine"]["model_error"];
    EXPECT_NEAR(error["worst"], worst, 1e-3);
    EXPECT_EQ(error["cells"], compared.size());
    for (const json& warning : record["warnings"]) EXPECT_NE(warning["code"], "unknown_model_error");
  }
  const auto advice = json::parse(
      ringside_program("advise --network " + files.path("small.json") + " --machine " + out + " --json").out);
  EXPECT_EQ(advice["error_is_measured"], true);
  EXPECT_NEAR(advice["error"], worst, 1e-3);

  // Held to the machine once more, without calibrating anew: all else stays.
  const auto held = ringside_program("validate-model --quiet --rounds 1 --backend reference --network " +
                                     files.path("small.json") + " --machine " + out);
  ASSERT_EQ(held.exit_code, 0) << held.err;
  const json after = json::parse(testing::text_of(out));
  EXPECT_EQ(after["device"], written["device"]);
  EXPECT_EQ(after["model_error"]["compared"].size(), compared.size());
}

}  // namespace
}  // namespace ringside
