// Every planted bug is caught: by validate(), or because the weights or a loss differ from the textbook's.
#include "tests/strategies/planted_bugs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/graph/validate.h"
#include "tests/strategies/integer_run.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int steps = 5;
constexpr int batch = 13;
constexpr int random_orders = 3;

struct Caught {
  Catcher by;
  std::string how;
};

std::optional<Caught> try_to_catch(const StepGraph& graph, const Network& network, const Expectation& expectation) {
  try {
    validate(graph, network);
  } catch (const Error& error) {
    return Caught{Catcher::validation, error.what()};
  }
  const Unrolled unrolled(graph, steps);
  if (const auto difference = expectation.difference(graph, unrolled.in_emission_order())) {
    return Caught{Catcher::comparison, *difference};
  }
  for (std::uint64_t seed = 0; seed < random_orders; ++seed) {
    if (const auto difference = expectation.difference(graph, unrolled.at_random(seed))) {
      return Caught{Catcher::comparison, *difference};
    }
  }
  return {};
}

std::vector<PlantedBug> all_bugs() {
  std::vector<PlantedBug> bugs;
  for (const auto& some :
       {bugs_of_any_replica(), bugs_of_master_and_tree(), bugs_of_the_ring(), bugs_of_split_models()}) {
    bugs.insert(bugs.end(), some.begin(), some.end());
  }
  return bugs;
}

class PlantedBugs : public testing::TestWithParam<PlantedBug> {
 protected:
  const Network& network = small_network("windows");
  const Strategy& strategy = find_strategy(GetParam().strategy);
  const StepSpec spec{network, strategy.name == "single" ? 1 : 4, batch};
};

TEST_P(PlantedBugs, AreCaught) {
  const StepGraph graph = strategy.build(spec);
  const Expectation expectation(spec, strategy.meaning, graph.shards, steps);
  Emission emission(graph);
  ASSERT_FALSE(try_to_catch(emission.finish(), network, expectation)) << "a fault before one was planted";
  GetParam().plant(emission);
  const auto caught = try_to_catch(emission.finish(), network, expectation);
  ASSERT_TRUE(caught) << "nothing noticed it";
  EXPECT_EQ(caught->by, GetParam().caught_by) << caught->how;
  RecordProperty("caught", caught->how);
}

std::string test_name(const testing::TestParamInfo<PlantedBug>& test) {
  std::string name = fmt::format("{}_{}", test.param.strategy, test.param.what);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBugs, testing::ValuesIn(all_bugs()), test_name);

}  // namespace
}  // namespace ringside
