// Which buffers outlive a step, on graphs small enough to see it.
#include "core/graph/lifetime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/net/network.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"
#include "tests/core/graph/hand_made.h"

namespace ringside {
namespace {

using testing::ElementsAre;

std::vector<int> lasting(HandMade& made) {
  std::vector<int> ids;
  for (const BufferId id : lasting_buffers(made.finish())) ids.push_back(static_cast<int>(id));
  return ids;
}

TEST(LastingBuffers, AreThoseReadBeforeTheyAreWritten) {
  HandMade made;
  const Span source = made.buffer(), scratch = made.buffer(), sum = made.buffer();
  made.copy(source, scratch);
  made.add(scratch, sum);  // += reads what the step before left
  EXPECT_THAT(lasting(made), ElementsAre(0, 2));
}

TEST(LastingBuffers, AreThoseReadWithAnAgeThatTheStepDoesNotWrite) {
  HandMade made;
  const Span fresh = made.buffer(), previous = made.buffer(10, 2), out = made.buffer();
  made.copy(out, fresh);
  made.copy(fresh, previous);
  made.copy(previous.aged(1), out);
  EXPECT_THAT(lasting(made), ElementsAre(1, 2));
}

TEST(LastingBuffers, AreThoseWrittenInPart) {
  HandMade made;
  const Span source = made.buffer(), pieces = made.buffer(), gap = made.buffer(), out = made.buffer();
  for (const int first : {5, 0, 3})
    made.copy(source.part(first, first == 0 ? 3 : 5), pieces.part(first, first == 0 ? 3 : 5));
  made.copy(source.part(0, 4), gap.part(0, 4));
  made.copy(source.part(5, 5), gap.part(5, 5));
  made.copy(pieces, out);
  made.copy(gap, out);
  EXPECT_THAT(lasting(made), ElementsAre(0, 2));
}

TEST(LastingBuffers, AreNotWrittenWholeByACopyOfChannels) {
  HandMade made;
  const Span source = made.buffer(), wide = made.buffer(), out = made.buffer();
  made.copy(out, source);
  made.builder.add(CopyChannels{source.part(0, 4), wide, 2, 0, 2, 0, 5, 2});
  made.copy(wide, out);
  EXPECT_THAT(lasting(made), ElementsAre(1, 2));
}

// The next batch travels under this step: both copies of it, images of 2·8·8 values and labels.
TEST(LastingBuffers, OfSingleAreItsWeightsAndMomentumAndTheBatchAhead) {
  const Network network = small_network("lrn");
  const StepGraph graph = find_strategy("single").build({network, 1, 8});
  std::int64_t floats = 0;
  for (const BufferId id : lasting_buffers(graph))
    floats += graph.buffers[index(id)].floats * graph.buffers[index(id)].copies;
  EXPECT_EQ(floats, 2 * network.params() + 2 * 8 * (2 * 8 * 8 + 1));
}

}  // namespace
}  // namespace ringside
