// Where a model stands, when several spans hold the same parameters.
#include "core/exec/model.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

Placement placement(int layer, std::int64_t offset, int buffer, std::int64_t begin, std::int64_t count) {
  return {layer, offset, {BufferId{buffer}, 0, begin, count}};
}

TEST(FirstHolders, LeavesOutWhatAnEarlierOneHolds) {
  StepGraph graph;
  graph.weights = {placement(0, 2, 0, 0, 4),    // parameters 2 to 5
                   placement(0, 0, 1, 10, 10),  // 0 to 9: only 0, 1 and 6 to 9 are new
                   placement(1, 0, 1, 20, 3),   // another layer
                   placement(0, 1, 2, 0, 5),    // nothing new
                   placement(1, 1, 2, 5, 3)};   // only parameter 3
  const std::vector<Placement> holders = first_holders(graph);
  const std::vector<Placement> expected{placement(0, 2, 0, 0, 4), placement(0, 0, 1, 10, 2), placement(0, 6, 1, 16, 4),
                                        placement(1, 0, 1, 20, 3), placement(1, 3, 2, 7, 1)};
  ASSERT_EQ(holders.size(), expected.size());
  for (std::size_t i = 0; i < holders.size(); ++i) {
    EXPECT_EQ(holders[i].layer, expected[i].layer) << i;
    EXPECT_EQ(holders[i].offset, expected[i].offset) << i;
    EXPECT_EQ(holders[i].span, expected[i].span) << i;
  }
}

}  // namespace
}  // namespace ringside
