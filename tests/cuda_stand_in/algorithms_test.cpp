// A session tells by which of cuDNN's algorithms its convolutions run. The stand-in offers two for each direction: number 1, the
// faster, wants 4096 bytes of workspace and may not repeat its bits; number 0 wants none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/exec/session.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {

static bool operator==(const LayerAlgorithm& a, const LayerAlgorithm& b) {
  return a.layer == b.layer && a.samples == b.samples && a.channels == b.channels && a.algorithm == b.algorithm;
}
static void PrintTo(const LayerAlgorithm& of, std::ostream* out) {
  *out << of.layer << ", " << of.samples << " samples, " << of.channels << " channels, " << of.algorithm.direction
       << ": " << of.algorithm.name << ", " << of.algorithm.workspace_bytes << " bytes";
}

namespace {

std::vector<LayerAlgorithm> algorithms(std::string_view strategy, int devices, std::string_view backend) {
  const Network network = small_network("plain");
  const StepGraph graph = find_strategy(strategy).build({network, devices, 3});
  return Session(network, graph, find_backend(backend), {.pinned = false}).algorithms();
}

TEST(Algorithms, AreTheFastest) {
  EXPECT_THAT(algorithms("single", 1, "cuda"),
              testing::ElementsAre(LayerAlgorithm{"conv1", 3, 6, {"forward", "IMPLICIT_PRECOMP_GEMM", 4096}},
                                   LayerAlgorithm{"conv1", 3, 6, {"weights_gradient", "ALGO_1", 4096}},
                                   LayerAlgorithm{"conv2", 3, 7, {"forward", "IMPLICIT_PRECOMP_GEMM", 4096}},
                                   LayerAlgorithm{"conv2", 3, 7, {"input_gradient", "ALGO_1", 4096}},
                                   LayerAlgorithm{"conv2", 3, 7, {"weights_gradient", "ALGO_1", 4096}}));
}

TEST(Algorithms, AreDeterministicWhereThatIsAskedFor) {
  EXPECT_THAT(algorithms("single", 1, "cuda_deterministic"),
              testing::ElementsAre(LayerAlgorithm{"conv1", 3, 6, {"forward", "IMPLICIT_GEMM", 0}},
                                   LayerAlgorithm{"conv1", 3, 6, {"weights_gradient", "ALGO_0", 0}},
                                   LayerAlgorithm{"conv2", 3, 7, {"forward", "IMPLICIT_GEMM", 0}},
                                   LayerAlgorithm{"conv2", 3, 7, {"input_gradient", "ALGO_0", 0}},
                                   LayerAlgorithm{"conv2", 3, 7, {"weights_gradient", "ALGO_0", 0}}));
}

// Three samples on two devices: two and one. Of a split model, three channels and four of conv2.
TEST(Algorithms, AreToldForEveryKindOfCall) {
  const auto parts = [](std::string_view strategy) {
    std::vector<std::pair<int, int>> all;
    for (const LayerAlgorithm& of : algorithms(strategy, 2, "cuda")) {
      if (of.layer == "conv2" && of.algorithm.direction == "forward") all.emplace_back(of.samples, of.channels);
    }
    return all;
  };
  EXPECT_THAT(parts("master_slave"), testing::UnorderedElementsAre(testing::Pair(1, 7), testing::Pair(2, 7)));
  EXPECT_THAT(parts("model_parallel"), testing::UnorderedElementsAre(testing::Pair(3, 3), testing::Pair(3, 4)));
}

// Half of what is left must do for the workspace: with less than twice 4096 bytes it is the algorithm that wants none.
TEST(Algorithms, KeepToTheMemoryThatIsLeft) {
  const Network network = make_network("one", "synthetic", {.channels = 1, .height = 4, .width = 4}, {}, small_solver(),
                                       {{"conv", conv(1, 2)}, {"loss", SoftmaxLoss{}}});
  const LayerCall call{network.layers[0], 1, 0, 1, true};
  const auto device = find_backend("cuda").make_device(0, false);
  const auto workspace_bytes = [&] {
    const auto stream = device->make_stream();
    const auto kernel = stream->kernels().layer(call);
    return kernel->algorithms().front().workspace_bytes;
  };
  EXPECT_EQ(workspace_bytes(), 4096);

  std::vector<DeviceMemory> taken;
  for (std::int64_t floats = 1 << 22; floats * 4 > 4096; floats /= 2) {
    try {
      while (true) taken.push_back(device->allocate(floats));
    } catch (const Error&) {  // what is left is less
    }
  }
  EXPECT_EQ(workspace_bytes(), 0);
}

}  // namespace
}  // namespace ringside
