// Which lane each op runs in.
#include "core/graph/lane.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

TEST(Lane, LayersComputeAllElseTransfers) {
  EXPECT_EQ(lane_of(Forward{}), Lane::compute);
  EXPECT_EQ(lane_of(Backward{}), Lane::compute);
  EXPECT_EQ(lane_of(Transfer{}), Lane::transfer);
  EXPECT_EQ(lane_of(CopyChannels{}), Lane::transfer);
  EXPECT_EQ(lane_of(Reduce{}), Lane::transfer);
  EXPECT_EQ(lane_of(AllReduce{}), Lane::transfer);
}

TEST(Lane, OnlyADelayedUpdateLeavesTheComputeLane) {
  Update update;
  EXPECT_EQ(lane_of(update), Lane::compute);
  update.gradient.age = 1;
  EXPECT_EQ(lane_of(update), Lane::transfer);
}

}  // namespace
}  // namespace ringside
