// After how many steps graphs repeat themselves.
#include "core/exec/rhythm.h"

#include <gtest/gtest.h>

#include "core/graph/builder.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

StepGraph graph_with_copies(std::initializer_list<int> copies) {
  Builder builder("made", 1, 1);
  for (const int count : copies) {
    const Span span = builder.buffer(DeviceId{0}, 4, "buffer", count);
    builder.add(Transfer{span.part(0, 2), span.part(2, 2)});
  }
  return std::move(builder).finish();
}

TEST(Rhythm, IsThatOfAllBuffersAndOfTheStepsInFlight) {
  EXPECT_EQ(rhythm_of(graph_with_copies({1}), 1).period, 1);
  EXPECT_EQ(rhythm_of(graph_with_copies({1, 2}), 1).period, 2);
  EXPECT_EQ(rhythm_of(graph_with_copies({1}), 2).period, 2);
  EXPECT_EQ(rhythm_of(graph_with_copies({3, 1}), 2).period, 6);
  EXPECT_EQ(rhythm_of(graph_with_copies({2, 4}), 1).period, 4);
}

// An update by the gradient of the step before has none in step 0.
TEST(Rhythm, BeginsWhenEveryUpdateHasItsGradient) {
  const Network network = dense_network(6);
  EXPECT_EQ(rhythm_of(find_strategy("single").build({network, 1, 2}), 2).first, 0);
  EXPECT_EQ(rhythm_of(find_strategy("ring_delayed").build({network, 2, 2}), 2).first, 1);
}

}  // namespace
}  // namespace ringside
