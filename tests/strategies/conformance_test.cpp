// Every strategy, on any number of devices, with batches that do not divide, in random legal orders: bit-identical to
// the textbook loop.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/graph/validate.h"
#include "tests/strategies/integer_run.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int steps = 5;
constexpr int orders = 3;  // of each discipline

class Conformance : public testing::TestWithParam<std::tuple<std::string_view, std::string>> {};

void expect_the_textbooks_bits(const Strategy& strategy, const Network& network, bool library_sums) {
  auto seed = static_cast<std::uint64_t>(GTEST_FLAG_GET(random_seed));
  int runs = 0;
  for (const int devices : {1, 2, 3, 4, 5, 7, 8}) {
    if (strategy.name == "single" && devices > 1) break;
    for (const int batch : std::set{1, devices, 8, 13, 17}) {
      if (strategy.splits_batch && batch < devices) continue;
      const StepSpec spec{network, devices, batch, library_sums};
      const StepGraph graph = strategy.build(spec);
      ASSERT_NO_THROW(validate(graph, network));
      const Expectation expectation(spec, strategy.meaning, graph.shards, steps);
      for (const Discipline discipline : {Discipline::edges_alone, Discipline::lanes_too}) {
        const Unrolled unrolled(graph, steps, discipline);
        for (int i = 0; i < orders; ++i, ++seed, ++runs) {
          const Order order = unrolled.at_random(seed);
          ASSERT_EQ(order.size(), unrolled.size());
          const auto difference = expectation.difference(graph, order);
          ASSERT_FALSE(difference) << *difference << ": " << devices << " devices, batch " << batch << ", seed " << seed
                                   << (discipline == Discipline::lanes_too ? ", lanes in order" : "");
        }
      }
    }
  }
  testing::Test::RecordProperty("runs", runs);
}

TEST_P(Conformance, EqualsTheTextbookBitForBit) {
  const Strategy& strategy = find_strategy(std::get<0>(GetParam()));
  expect_the_textbooks_bits(strategy, small_network(std::get<1>(GetParam())), false);
}

TEST(ConformanceOfLibrarySums, EqualsTheTextbookBitForBit) {
  for (const Network& network : small_networks()) {
    SCOPED_TRACE(network.name);
    expect_the_textbooks_bits(find_strategy("allreduce"), network, true);
  }
}

std::vector<std::string> network_names() {
  std::vector<std::string> names;
  for (const Network& network : small_networks()) names.push_back(network.name);
  return names;
}

std::vector<std::string_view> strategy_names() {
  std::vector<std::string_view> names;
  for (const Strategy& strategy : strategies()) names.push_back(strategy.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Conformance,
                         testing::Combine(testing::ValuesIn(strategy_names()), testing::ValuesIn(network_names())),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_on_" + std::get<1>(test.param);
                         });

}  // namespace
}  // namespace ringside
