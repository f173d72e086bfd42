// Every step gets its own batch, however early it travels.
#include <gtest/gtest.h>

#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/exec/session.h"
#include "core/graph/builder.h"
#include "tests/core/exec/mixing.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

constexpr int batch = 3;
constexpr Shape one_pixel{.channels = 1};

// Carries every batch to the device and back to the host as its "losses": with images of one pixel, the loss of a step is
// the mean pixel of its batch. `ages` are those of the transfers from the host, each for its own sample.
StepGraph there_and_back(const std::vector<int>& ages, int copies) {
  Builder builder("there and back", 1, batch);
  const Span images = builder.buffer(host, batch, "images", copies);
  const Span labels = builder.buffer(host, batch, "labels", copies);
  const Span losses = builder.buffer(host, batch, "losses", 2);
  builder.host_buffers(images.buffer, labels.buffer, losses.buffer);
  const Span there = builder.buffer(DeviceId{0}, batch, "there", 4);
  for (int s = 0; s < batch; ++s) {
    const int age = ages[static_cast<std::size_t>(s)];
    builder.add(Transfer{images.part(s, 1).aged(age), there.part(s, 1).aged(age)});
  }
  builder.add(Transfer{there, losses});
  return std::move(builder).finish();
}

double mean_pixel(Batches& batches, std::int64_t step) {
  std::vector<float> images(batch), labels(batch);
  batches.fill(step, images.data(), labels.data());
  return std::accumulate(images.begin(), images.end(), 0.0) / batch;
}

using FeedCase = std::tuple<std::vector<int>, int>;  // ages, copies of the batch

class Feeding : public testing::TestWithParam<FeedCase> {};

TEST_P(Feeding, EveryStepGetsItsOwnBatch) {
  const auto& [ages, copies] = GetParam();
  const LabelledImages images = some_images(one_pixel, 2, 16);
  Batches batches(images, batch, {}, 1, 1);
  const Network network = dense_network(1);
  Session session(network, there_and_back(ages, copies), mixing_backend(), {.pinned = false});
  const std::vector<float> weights(static_cast<std::size_t>(network.params()));
  for (int load = 0; load < 2; ++load) {
    session.load(weights);
    for (const std::int64_t steps : {1, 20, 4}) {
      for (const StepResult& step : session.run(batches, {.steps = steps}).steps) {
        EXPECT_EQ(step.loss, mean_pixel(batches, step.step)) << "step " << step.step;
      }
    }
    EXPECT_EQ(session.next_step(), 25);
  }
}

INSTANTIATE_TEST_SUITE_P(Ages, Feeding,
                         testing::Values(FeedCase{{-1, -1, -1}, 2}, FeedCase{{0, 0, 0}, 2}, FeedCase{{0, 0, 0}, 1},
                                         FeedCase{{-1, -1, -1}, 1}, FeedCase{{-1, 0, -1}, 2}, FeedCase{{-1, 0, -1}, 3},
                                         FeedCase{{-2, -1, 0}, 3}, FeedCase{{-2, -2, -2}, 3}));

TEST(Feeding, NeedsCopiesForItsAges) {
  const Network network = dense_network(1);
  EXPECT_THROW(Session(network, there_and_back({-1, 0, 0}, 1), mixing_backend(), {.pinned = false}), Error);
}

}  // namespace
}  // namespace ringside
