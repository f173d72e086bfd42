// Machines as files: all that are shipped load, and whatever is wrong with one is said with file and field.
#include "bench/machine_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/sim/topology.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

json good_machine() {
  return json::parse(R"({
    "description": "two devices on one switch",
    "device": {
      "name": "Device", "peak_gflop_per_s": {"value": 1000, "source": "s"}, "memory_gb_per_s": {"value": 100, "source": "s"},
      "memory_gib": {"value": 2, "source": "s"}, "launch_us": {"value": 5, "source": "s", "unverified": true},
      "efficiency": [{"layer": "*", "of_peak": {"value": 0.5, "source": "s"}}]
    },
    "link_kinds": {"cable": {"gb_per_s": {"value": 10, "source": "s"}, "latency_us": {"value": 2, "source": "s"}}},
    "host": {"devices": 2, "memory": "root", "links": [["gpu0", "root", "cable"], ["gpu1", "root", "cable"]]}
  })");
}

std::string message_of(const json& machine) {
  const testing::Scratch scratch;
  const auto path = scratch.write("made.json", testing::bytes_of(machine.dump()));
  try {
    load_machine(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_THAT(error.what(), HasSubstr("made.json"));
    return error.what();
  }
  return "";
}

std::string with(const char* pointer, const json& value) {
  json machine = good_machine();
  machine[json::json_pointer(pointer)] = value;
  return message_of(machine);
}

std::string without(const char* object, const char* field) {
  json machine = good_machine();
  machine[json::json_pointer(object)].erase(field);
  return message_of(machine);
}

TEST(MachineFile, ReadsUnitsAndCountsSources) {
  const testing::Scratch scratch;
  const MachineFile file = load_machine(scratch.write("made.json", testing::bytes_of(good_machine().dump())));
  EXPECT_EQ(file.machine.name, "made");
  EXPECT_EQ(file.machine.devices(), 2);
  EXPECT_DOUBLE_EQ(file.machine.device.peak_flops_per_s, 1e12);
  EXPECT_DOUBLE_EQ(file.machine.device.memory_bytes, 2147483648.0);
  EXPECT_DOUBLE_EQ(file.machine.device.launch_s, 5e-6);
  const Route route = Topology(file.machine).route(DeviceId{0}, DeviceId{1});
  EXPECT_DOUBLE_EQ(route.bytes_per_s, 1e10);
  EXPECT_DOUBLE_EQ(route.latency_s, 4e-6);
  EXPECT_EQ(file.numbers, 7);
  EXPECT_EQ(file.unverified, 1);
  EXPECT_EQ(file.hash.size(), 64U);
  EXPECT_FALSE(file.model_error);
}

TEST(MachineFile, ReadsTheErrorOfItsModel) {
  json machine = good_machine();
  // Off by 8 %, -2 % and 1 %.
  const auto cell = [](double predicted_ms, double measured_ms) {
    return json{{"network", "lenet"}, {"strategy", "single"},         {"devices", 1},
                {"batch", 64},        {"predicted_ms", predicted_ms}, {"measured_ms", measured_ms}};
  };
  machine["model_error"] = {{"median", 0.02},
                            {"worst", 0.08},
                            {"when", "2026"},
                            {"where", "A CPU"},
                            {"compared", {cell(10.8, 10), cell(9.8, 10), cell(10.1, 10)}}};
  const testing::Scratch scratch;
  const MachineFile file = load_machine(scratch.write("made.json", testing::bytes_of(machine.dump())));
  ASSERT_TRUE(file.model_error);
  EXPECT_NEAR(file.model_error->median, 0.02, 1e-12);
  EXPECT_NEAR(file.model_error->worst, 0.08, 1e-12);
  machine["model_error"]["worst"] = 0.01;
  EXPECT_THAT(message_of(machine), HasSubstr("the cells compared make it 0.08"));
}

TEST(MachineFile, SaysWhatIsWrong) {
  EXPECT_EQ(message_of(good_machine()), "");
  EXPECT_THAT(without("", "description"), HasSubstr("description"));
  EXPECT_THAT(without("", "device"), HasSubstr("device"));
  EXPECT_THAT(without("", "host"), HasSubstr("host"));
  EXPECT_THAT(without("/device/launch_us", "source"), AllOf(HasSubstr("launch_us"), HasSubstr("source")));
  EXPECT_THAT(with("/device/launch_us/source", ""), AllOf(HasSubstr("launch_us"), HasSubstr("not empty")));
  EXPECT_THAT(with("/device/launch_us", 5), HasSubstr("launch_us"));
  EXPECT_THAT(with("/device/launch_us/value", -1),
              AllOf(HasSubstr("launch_us"), HasSubstr("-1"), HasSubstr("0 or more")));
  EXPECT_THAT(with("/device/peak_gflop_per_s/value", 0),
              AllOf(HasSubstr("peak_gflop_per_s"), HasSubstr("more than 0")));
  EXPECT_THAT(with("/device/memory_gib/value", 0), HasSubstr("memory_gib"));
  EXPECT_THAT(with("/device/memory_gb_per_s/value", "fast"), HasSubstr("\"fast\""));
  EXPECT_THAT(with("/device/colour", "red"), HasSubstr("colour"));
  EXPECT_THAT(with("/device/efficiency", 1), AllOf(HasSubstr("efficiency"), HasSubstr("list")));
  EXPECT_THAT(with("/device/efficiency/0/of_peak/value", 1.5), AllOf(HasSubstr("of_peak"), HasSubstr("at most 1")));
  EXPECT_THAT(with("/link_kinds", json::array()), AllOf(HasSubstr("link_kinds"), HasSubstr("object")));
  EXPECT_THAT(with("/link_kinds/cable/gb_per_s/value", 0), HasSubstr("gb_per_s"));
  EXPECT_THAT(with("/host/devices", 0), AllOf(HasSubstr("devices"), HasSubstr("at least 1")));
  EXPECT_THAT(with("/host/count", 0), AllOf(HasSubstr("count"), HasSubstr("at least 1")));
  EXPECT_THAT(with("/host/islands", {0}), AllOf(HasSubstr("islands"), HasSubstr("2 devices")));
  EXPECT_THAT(with("/host/links", 3), AllOf(HasSubstr("links"), HasSubstr("list")));
  EXPECT_THAT(with("/host/links/0", {"gpu0", "root"}), HasSubstr("[node, node, kind of link]"));
  EXPECT_THAT(with("/host/links/0", {"gpu0", "root", "string"}), HasSubstr("no such kind of link"));
  EXPECT_THAT(with("/execution", {{"cores", -1}}), AllOf(HasSubstr("cores"), HasSubstr("-1")));
  EXPECT_THAT(with("/staging", {{"gb_per_s", {{"value", 0}, {"source", "s"}}}}), HasSubstr("gb_per_s"));
}

json measured_machine() {
  json machine = good_machine();
  machine["device"]["measured"] = json::parse(R"({
    "source": "measured here",
    "layers": [{"geometry": "dense, 4x1x1 to 2x1x1",
                "calls": [{"backward": true, "input_gradient": true, "channels": 2, "samples": 8, "us": 3, "spread": 0.1}]}],
    "moves": [{"move": "reduce", "floats": 100, "us": 2, "spread": 0}]
  })");
  return machine;
}

TEST(MachineFile, ReadsWhatWasMeasured) {
  const MachineFile file = parse_machine(measured_machine(), "made");
  ASSERT_EQ(file.machine.device.measured_layers.size(), 1U);
  const MeasuredLayer& layer = file.machine.device.measured_layers[0];
  EXPECT_EQ(layer.geometry, "dense, 4x1x1 to 2x1x1");
  ASSERT_EQ(layer.calls.size(), 1U);
  EXPECT_TRUE(layer.calls[0].shape.backward && layer.calls[0].shape.input_gradient);
  EXPECT_EQ(layer.calls[0].shape.samples, 8);
  EXPECT_DOUBLE_EQ(layer.calls[0].seconds, 3e-6);
  ASSERT_EQ(file.machine.device.measured_moves.size(), 1U);
  EXPECT_EQ(file.machine.device.measured_moves[0].move, Move::reduce);
  EXPECT_DOUBLE_EQ(file.machine.device.measured_moves[0].seconds, 2e-6);
}

TEST(MachineFile, SaysWhatIsWrongWithWhatWasMeasured) {
  const auto with_measured = [](const char* pointer, const json& value) {
    json machine = measured_machine();
    machine[json::json_pointer(std::string("/device/measured") + pointer)] = value;
    return message_of(machine);
  };
  EXPECT_EQ(message_of(measured_machine()), "");
  EXPECT_THAT(with_measured("/source", ""), AllOf(HasSubstr("measured"), HasSubstr("source")));
  EXPECT_THAT(with_measured("/layers", 1), AllOf(HasSubstr("layers"), HasSubstr("list")));
  EXPECT_THAT(with_measured("/layers/0/calls/0/us", 0), AllOf(HasSubstr("us"), HasSubstr("more than 0")));
  EXPECT_THAT(with_measured("/layers/0/calls/0/samples", 0), AllOf(HasSubstr("samples"), HasSubstr("at least 1")));
  EXPECT_THAT(with_measured("/layers/0/calls/0/spread", -1), AllOf(HasSubstr("spread"), HasSubstr("0 or more")));
  EXPECT_THAT(with_measured("/layers/0/calls/0/colour", 1), HasSubstr("colour"));
  EXPECT_THAT(with_measured("/moves/0/move", "redoce"), HasSubstr("did you mean \"reduce\"?"));
  EXPECT_THAT(with_measured("/moves/0/floats", 0), AllOf(HasSubstr("floats"), HasSubstr("at least 1")));
}

// Every device of every machine reaches its neighbour in the ring and its host.
TEST(MachineFile, AllThatAreShippedLoadAndAreConnected) {
  const std::string folder = RINGSIDE_SOURCE_DIR "/bench/machines";
  const std::vector<std::string> names = machine_names(folder);
  EXPECT_GE(names.size(), 13U);
  for (const std::string& name : names) {
    const MachineFile file = find_machine(name, folder);
    EXPECT_GT(file.numbers, 0) << name;
    EXPECT_LE(file.unverified, file.numbers) << name;
    const Topology topology(file.machine);
    const int devices = file.machine.devices();
    for (int d = 0; d < devices; ++d) {
      EXPECT_GT(topology.route(host, DeviceId{d}).bytes_per_s, 0) << name;
      const DeviceId next{(d + 1) % devices};
      EXPECT_TRUE(devices == 1 || topology.route(DeviceId{d}, next).bytes_per_s > 0) << name;
    }
  }
}

}  // namespace
}  // namespace ringside
