// The order of the samples and what becomes of a pixel.
#include "core/data/batches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace ringside {
namespace {

// `count` images of 2 x 2 pixels; label and first pixel tell which image it is.
LabelledImages numbered(int count) {
  LabelledImages images{.shape = {.channels = 1, .height = 2, .width = 2}, .pixels = {}, .labels = {}};
  for (int i = 0; i < count; ++i) {
    images.labels.push_back(static_cast<std::uint16_t>(i));
    for (const int pixel : {i % 256, 10, 20, 255}) images.pixels.push_back(static_cast<std::uint8_t>(pixel));
  }
  return images;
}

// The labels of steps 0, 1, ... one after another, at least `samples` of them.
std::vector<int> sequence(Batches& batches, int samples, std::int64_t image_floats = 4) {
  std::vector<int> labels;
  std::vector<float> images(static_cast<std::size_t>(batches.batch() * image_floats));
  std::vector<float> batch(static_cast<std::size_t>(batches.batch()));
  for (std::int64_t step = 0; static_cast<int>(labels.size()) < samples; ++step) {
    batches.fill(step, images.data(), batch.data());
    labels.insert(labels.end(), batch.begin(), batch.end());
  }
  return labels;
}

TEST(Batches, EveryEpochIsAPermutationWithoutAGap) {
  const LabelledImages data = numbered(10);
  for (const int batch : {1, 3, 4, 10, 25}) {  // dividing, not dividing, longer than the set
    Batches batches(data, batch, {}, 1, 7);
    const std::vector<int> labels = sequence(batches, 60);
    std::vector<std::vector<int>> epochs;
    for (auto at = labels.begin(); labels.end() - at >= 10; at += 10) {
      epochs.emplace_back(at, at + 10);
      std::vector<int> sorted = epochs.back();
      std::sort(sorted.begin(), sorted.end());
      std::vector<int> all(10);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(sorted, all) << "batch " << batch << ", epoch " << epochs.size() - 1;
    }
    std::sort(epochs.begin(), epochs.end());
    EXPECT_EQ(std::adjacent_find(epochs.begin(), epochs.end()), epochs.end()) << "two epochs in the same order";
  }
}

TEST(Batches, TheOrderDependsOnTheSeedAlone) {
  const LabelledImages data = numbered(50);
  Batches threes(data, 3, {}, 1, 7), tens(data, 10, {}, 1, 7), other_seed(data, 10, {}, 1, 8);
  const std::vector<int> expected = sequence(tens, 200);
  std::vector<int> labels = sequence(threes, 200);
  labels.resize(200);
  EXPECT_EQ(labels, expected);
  EXPECT_NE(sequence(other_seed, 200), expected);
}

TEST(Batches, AnyStepAtAnyTime) {
  const LabelledImages data = numbered(10);
  Batches batches(data, 3, {}, 1, 7);
  const std::vector<int> expected = sequence(batches, 60);
  std::vector<float> images(12);
  std::vector<float> labels(3);
  for (const int step : {19, 0, 7, 3, 18}) {
    batches.fill(step, images.data(), labels.data());
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(labels[static_cast<std::size_t>(i)], expected[static_cast<std::size_t>(3 * step + i)]);
  }
  batches.fill(std::int64_t{1} << 40, images.data(), labels.data());  // an epoch beyond 32 bits
  EXPECT_THAT(labels, ::testing::Each(::testing::AllOf(::testing::Ge(0), ::testing::Lt(10))));
}

TEST(Batches, ImagesBelongToTheirLabels) {
  const LabelledImages data = numbered(200);
  Batches batches(data, 64, {}, 1, 7);
  std::vector<float> images(64 * 4 + 1, -1), labels(64 + 1, -1);
  batches.fill(5, images.data(), labels.data());
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(images[4 * i], labels[i]);
    EXPECT_EQ(images[4 * i + 3], 255);
  }
  EXPECT_EQ(images.back(), -1);  // nothing is written beyond the batch
  EXPECT_EQ(labels.back(), -1);
}

TEST(Batches, SubtractsTheMeanAndScales) {
  const LabelledImages data = numbered(1);
  std::vector<float> image(4);
  float label = -1;
  Batches(data, 1, {}, 0.5F, 1).fill_in_order(0, 1, image.data(), &label);
  EXPECT_THAT(image, ::testing::ElementsAre(0, 5, 10, 127.5));
  Batches(data, 1, {1, 2, 3, 4}, 0.5F, 1).fill_in_order(0, 1, image.data(), &label);
  EXPECT_THAT(image, ::testing::ElementsAre(-0.5, 4, 8.5, 125.5));
  EXPECT_EQ(label, 0);
}

TEST(Batches, FillsInOrder) {
  const LabelledImages data = numbered(300);
  const Batches batches(data, 64, {}, 1, 7);
  std::vector<float> images(std::size_t{4} * 20), labels(20);
  batches.fill_in_order(280, 20, images.data(), labels.data());
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(labels[i], 280 + static_cast<float>(i));
  EXPECT_EQ(images[4 * 19], 299 % 256);
}

TEST(Mean, OfImagesAndOfChannels) {
  const LabelledImages data{
      .shape = {.channels = 2, .height = 1, .width = 2}, .pixels = {0, 255, 2, 1, 1, 255, 5, 2}, .labels = {0, 1}};
  EXPECT_THAT(mean_image(data), ::testing::ElementsAre(0.5, 255, 3.5, 1.5));
  EXPECT_THAT(mean_channels(data), ::testing::ElementsAre(2, 128.25, 2, 128.25));
}

}  // namespace
}  // namespace ringside
