// Cells simulated: what a record says of them, and how near they come to what others have measured.
#include "bench/forecast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <ctime>

#include "bench/machine_file.h"
#include "bench/network_file.h"
#include "core/base/error.h"
#include "core/graph/validate.h"
#include "core/sim/simulator.h"
#include "strategies/strategy.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;

Machine shipped(const std::string& name) {
  return find_machine(name, RINGSIDE_SOURCE_DIR "/bench/machines").machine;
}

Cell weak_cell(const std::string& network, const std::string& strategy, int devices, int batch) {
  Cell cell;
  cell.network = find_network(network, RINGSIDE_SOURCE_DIR "/bench/networks");
  cell.strategy = strategy;
  cell.devices = devices;
  cell.scaling = Scaling::weak;
  cell.base_batch = batch;
  cell.batch = batch * devices;
  return cell;
}

double weak_speed_up(const std::string& network, const std::string& strategy, int devices, int batch,
                     const Machine& machine) {
  const Forecast one = forecast(weak_cell(network, "single", 1, batch), machine, 0);
  const Forecast many = forecast(weak_cell(network, strategy, devices, batch), machine, 0);
  EXPECT_EQ(one.outcome.status, Status::ok) << one.outcome.message;
  EXPECT_EQ(many.outcome.status, Status::ok) << many.outcome.message;
  return devices * step_seconds(one.outcome) / step_seconds(many.outcome);
}

TEST(Forecast, SettlesIntoEqualStepsThatItsPartsAddUpTo) {
  for (const Strategy& strategy : strategies()) {
    const int devices = strategy.name == "single" ? 1 : 4;
    const Forecast made = forecast(weak_cell("lenet", std::string(strategy.name), devices, 16), shipped("k20x4"), 3);
    const Outcome& outcome = made.outcome;
    ASSERT_EQ(outcome.status, Status::ok) << outcome.message;
    EXPECT_TRUE(outcome.valid());
    const auto steps = statistics(joined(timed(outcome.step_s)));
    ASSERT_TRUE(steps);
    EXPECT_LT(steps->spread, 0.02)
        << strategy.name;  // split models meet on links in turns that need not repeat exactly
    ASSERT_TRUE(outcome.critical_path);
    const CriticalPath& path = *outcome.critical_path;
    EXPECT_NEAR(path.forward_s + path.backward_s + path.update_s + path.reduce_s + path.copy_s + path.transfer_s +
                    path.input_s + path.wait_s,
                steps->mean, 1e-9 * steps->mean)
        << strategy.name;
    for (const Phases& phases : outcome.phases)
      EXPECT_NEAR(phases.compute_s + phases.exposed_communicate_s + phases.wait_s,
                  steps->mean * static_cast<double>(steps->count),
                  0.05 * steps->mean * static_cast<double>(steps->count))
          << strategy.name;
    EXPECT_EQ(outcome.trace.times.size(), 3 * made.graph.tasks.size());
    for (const LinkUtilisation& link : outcome.links) EXPECT_TRUE(link.busy >= 0 && link.busy <= 1) << link.kind;
  }
}

TEST(Forecast, IsTheSameToTheLastBit) {
  const auto once = [] { return forecast(weak_cell("lenet", "ring_delayed", 4, 64), shipped("k40x4"), 0); };
  EXPECT_EQ(once().outcome.step_s, once().outcome.step_s);
}

TEST(Forecast, SaysWhatDoesNotFit) {
  const Forecast crowd = forecast(weak_cell("lenet", "ring_delayed", 5, 64), shipped("k40x4"), 0);
  EXPECT_EQ(crowd.outcome.status, Status::failed);
  EXPECT_FALSE(crowd.outcome.valid());
  EXPECT_EQ(crowd.outcome.message, "5 devices are asked for; machine k40x4 has 4");
  const Forecast large = forecast(weak_cell("vgg16", "single", 1, 512), shipped("k20x4"), 0);
  EXPECT_EQ(large.outcome.status, Status::failed);
  EXPECT_THAT(large.outcome.message, HasSubstr("GiB of memory; a Tesla K20 has 5.00 GiB"));
}

// NCCL 2015: 4 GTX Titan X, an all-reduce of 10 MB in 1.61 ms. Computing takes no time here, and all of the model goes around.
TEST(Forecast, MeetsNcclsAllReduceOf2015) {
  const testing::Scratch scratch;
  const auto file = scratch.write("model.json", testing::bytes_of(R"({
    "description": "2.5 M parameters", "dataset": "synthetic", "input": {"channels": 1, "height": 51, "width": 49},
    "transform": {"mean": "none", "scale": 1},
    "solver": {"rate": {"policy": "fixed", "base": 0.01}, "momentum": 0, "weight_decay": 0, "batch": 4, "steps": 8},
    "layers": [{"name": "ip", "kind": "dense", "outputs": 1000, "weights": {"filler": "xavier"}, "bias": {}},
               {"name": "loss", "kind": "softmax_loss"}]})"));
  Cell cell = weak_cell("lenet", "ring_delayed", 4, 1);
  cell.network = load_network(file);
  ASSERT_EQ(cell.network.params(), 2'500'000);
  Machine machine = shipped("titanxx4");
  machine.device.peak_flops_per_s = machine.device.memory_bytes_per_s = 1e300;
  machine.device.update_bytes_per_s = 0;
  machine.device.launch_s = 0;
  const Forecast made = forecast(cell, machine, 0);
  ASSERT_EQ(made.outcome.status, Status::ok) << made.outcome.message;
  // The batch's way from the host is no part of an all-reduce.
  const double all_reduce_s = made.outcome.critical_path.value().transfer_s;
  fmt::print("all-reduce of 10 MB on 4 GTX Titan X: {:.3f} ms; NCCL 2015: 1.61 ms\n", 1e3 * all_reduce_s);
  EXPECT_NEAR(all_reduce_s, 1.61e-3, 0.1 * 1.61e-3);
}

struct PublishedPoint {
  const char* system;
  const char* network;
  const char* strategy;  // ours that comes nearest
  const char* machine;
  int batch, devices;
  double speed_up;
};

// results/published.json has the sources. A library's all-reduce has no strategy here: the tree, which hides nothing either,
// stands in for it.
constexpr PublishedPoint published_points[] = {
    {"Caffe, Titan X", "alexnet", "reduction_tree", "titanxx4", 256, 2, 1.8},
    {"Caffe, Titan X", "alexnet", "reduction_tree", "titanxx4", 256, 4, 3.5},
    {"TensorFlow PS on GPU, K80", "alexnet", "master_slave", "k80x2", 512, 2, 1.82},
    {"TensorFlow PS on GPU, K80", "alexnet", "master_slave", "k80x2", 512, 4, 3.62},
    {"TensorFlow PS on GPU, K80", "vgg16", "master_slave", "k80x2", 32, 2, 1.91},
    {"TensorFlow PS on GPU, K80", "vgg16", "master_slave", "k80x2", 32, 4, 3.88},
    {"TensorFlow NCCL, P100", "alexnet", "reduction_tree", "p100x8", 512, 4, 3.52},
    {"TensorFlow NCCL, P100", "alexnet", "reduction_tree", "p100x8", 512, 8, 5.97},
    {"TensorFlow NCCL, P100", "vgg16", "reduction_tree", "p100x8", 64, 4, 3.79},
    {"TensorFlow NCCL, P100", "vgg16", "reduction_tree", "p100x8", 64, 8, 7.02},
    {"Theano-MPI, K80", "alexnet", "reduction_tree", "k80x2", 128, 4, 3.62},
    {"Theano-MPI, K80", "vgg16", "reduction_tree", "k80x2", 32, 4, 3.74},
};

TEST(Forecast, ComesNearPublishedSpeedUps) {
  for (const PublishedPoint& point : published_points) {
    const double ours =
        weak_speed_up(point.network, point.strategy, point.devices, point.batch, shipped(point.machine));
    const double off = ours / point.speed_up - 1;
    fmt::print("{:26} {:8} on {}: published {:.2f}, {} on {} {:.2f} ({:+.1f} %)\n", point.system, point.network,
               point.devices, point.speed_up, point.strategy, point.machine, ours, 100 * off);
    EXPECT_LE(std::abs(off), 0.15) << point.system << " " << point.network << " " << point.devices;
  }
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Near-linear in tasks up to a thousand devices. How long it takes is printed, not tested: that would be a test of the weather.
TEST(Forecast, ReachesAThousandDevices) {
  const Machine machine = shipped("h100_cluster");
  for (const int devices : {64, 256, 1024}) {
    const Cell cell = weak_cell("lenet", "ring_delayed", devices, 64);
    const double begin = cpu_seconds();
    const StepGraph graph =
        find_strategy(cell.strategy).build({.network = cell.network, .devices = devices, .batch = cell.batch});
    const double built = cpu_seconds();
    validate(graph, cell.network);
    const double validated = cpu_seconds();
    const Simulation simulation = simulate(graph, cell.network, machine, 3);
    const double end = cpu_seconds();
    EXPECT_EQ(simulation.trace.times.size(), 3 * graph.tasks.size());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print(
        "{} devices, {} tasks a step: build {:.2f} s, validate {:.2f} s, simulate 3 steps {:.2f} s ({:.1f} million "
        "tasks a second); processor time; {:.2f} GiB at most\n",
        devices, graph.tasks.size(), built - begin, validated - built, end - validated,
        1e-6 * static_cast<double>(simulation.trace.times.size()) / (end - validated),
        static_cast<double>(usage.ru_maxrss) / (1 << 20));
  }
}

}  // namespace
}  // namespace ringside
