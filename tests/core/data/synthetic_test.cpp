// Made-up data: reproducible, of any shape, and neither trivial nor hopeless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/data/dataset.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

Dataset make(Shape shape, int classes, std::uint64_t seed = 1) {
  return load_dataset("synthetic", {.shape = shape, .classes = classes, .directory = {}, .bundled = {}, .seed = seed});
}

std::size_t size_of(const LabelledImages& images) {
  return static_cast<std::size_t>(images.shape.count());
}

// The share of test images that are nearest to the mean training image of their own class.
double nearest_mean_accuracy(const Dataset& data) {
  const std::size_t size = size_of(data.train);
  std::vector<std::vector<double>> means(static_cast<std::size_t>(data.classes), std::vector<double>(size));
  for (std::size_t i = 0; i < data.train.labels.size(); ++i) {
    for (std::size_t k = 0; k < size; ++k) means[data.train.labels[i]][k] += data.train.pixels[i * size + k];
  }
  for (auto& mean : means) {
    for (auto& value : mean) value *= data.classes / static_cast<double>(data.train.count());
  }
  int right = 0;
  for (std::size_t i = 0; i < data.test.labels.size(); ++i) {
    std::vector<double> distances;
    for (const auto& mean : means) {
      double distance = 0;
      for (std::size_t k = 0; k < size; ++k) {
        const double difference = data.test.pixels[i * size + k] - mean[k];
        distance += difference * difference;
      }
      distances.push_back(distance);
    }
    right += std::min_element(distances.begin(), distances.end()) - distances.begin() == data.test.labels[i];
  }
  return right / static_cast<double>(data.test.count());
}

TEST(Synthetic, IsWhatItSaysItIs) {
  const Dataset data = make({1, 8, 6}, 4);
  EXPECT_EQ(data.name, "synthetic");
  EXPECT_EQ(data.origin, "10,000 + 2,000 images made up from seed 1");
  EXPECT_FALSE(data.real);
  EXPECT_EQ(data.classes, 4);
  for (const auto* part : {&data.train, &data.test}) {
    EXPECT_EQ(part->shape, (Shape{.channels = 1, .height = 8, .width = 6}));
    EXPECT_EQ(part->pixels.size(), static_cast<std::size_t>(part->count()) * 48);
    for (int label = 0; label < 4; ++label) {
      EXPECT_EQ(std::count(part->labels.begin(), part->labels.end(), label), part->count() / 4);
    }
  }
}

// A golden value: the arithmetic is in integers, so it holds on every machine.
TEST(Synthetic, IsTheSameForTheSameSeedOnly) {
  EXPECT_EQ(make({1, 8, 6}, 4).hash, "b0228018f0472d6a");
  EXPECT_NE(make({1, 8, 6}, 4, 2).hash, make({1, 8, 6}, 4, 1).hash);
}

TEST(Synthetic, NoImageComesTwice) {
  const Dataset data = make({1, 4, 4}, 2);
  std::set<std::string> images;
  for (const auto* part : {&data.train, &data.test}) {
    for (auto at = part->pixels.begin(); at != part->pixels.end(); at += 16) images.emplace(at, at + 16);
  }
  EXPECT_EQ(images.size(), 12000U);
}

TEST(Synthetic, CanBeLearntButNotByPixelsAlone) {
  const double accuracy = nearest_mean_accuracy(make({1, 28, 28}, 10));
  EXPECT_GT(accuracy, 0.5);
  EXPECT_LT(accuracy, 0.95);
}

TEST(Synthetic, LargeImagesComeInSmallerNumbers) {
  const Dataset data = make({3, 224, 224}, 1000);
  EXPECT_EQ(data.train.count(), 445);  // 64 MiB
  EXPECT_EQ(data.test.count(), 89);
  EXPECT_EQ(data.train.labels.back(), 444);  // does not fit a byte
}

TEST(Synthetic, HasAnyShapeAndNumberOfClasses) {
  for (const Shape shape : {Shape{1, 1, 1}, Shape{5, 1, 1}, Shape{1, 1, 7}, Shape{2, 3, 5}}) {
    for (const int classes : {1, 3}) EXPECT_EQ(make(shape, classes).train.shape, shape);
  }
}

TEST(Synthetic, RefusesWhatCannotBe) {
  EXPECT_THAT(error_of([] { make({1, 0, 5}, 2); }), HasSubstr("images of 0 x 5 x 1"));
  EXPECT_THAT(error_of([] { make({-1, 1, 5}, 2); }), HasSubstr("images of 1 x 5 x -1"));
  EXPECT_THAT(error_of([] { make({1 << 20, 1 << 20, 1 << 30}, 2); }), HasSubstr("at most 67108864 bytes"));
  EXPECT_THAT(error_of([] { make({1, 1, 1}, 0); }), HasSubstr("0 classes, expected 1..65536"));
  EXPECT_THAT(error_of([] { make({1, 1, 1}, 65537); }), HasSubstr("65537 classes"));
}

}  // namespace
}  // namespace ringside
