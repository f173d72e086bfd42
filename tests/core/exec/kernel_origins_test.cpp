// A session tells whose kernels compute its layers, where the backend chooses.
#include <gtest/gtest.h>

#include "core/exec/session.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

std::map<std::string, std::string> origins(const Network& network, std::string_view backend) {
  const StepGraph graph = find_strategy("ring_delayed").build({network, 2, 5});
  return Session(network, graph, find_backend(backend), {.pinned = false}).kernel_origins();
}

TEST(KernelOrigins, NameEveryLayerThatThereIsAChoiceFor) {
  const Network network = dense_network(6);
  EXPECT_EQ(origins(network, "native"), (std::map<std::string, std::string>{{"ip", "native"}}));
  const auto chosen = origins(network, "auto");
  ASSERT_EQ(chosen.size(), 1U);
  EXPECT_TRUE(chosen.contains("ip"));
}

TEST(KernelOrigins, AreNoneWhereThereIsNoChoice) {
  EXPECT_TRUE(origins(dense_network(6), "reference").empty());
  EXPECT_TRUE(origins(dense_network(6), "onednn").empty());
}

}  // namespace
}  // namespace ringside
