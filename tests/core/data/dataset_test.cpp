// The menu of data sets, and the fingerprint.
#include "core/data/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/data/content_hash.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;

DatasetQuery query(Shape shape, int classes) {
  return {.shape = shape,
          .classes = classes,
          .directory = {},
          .bundled = std::filesystem::path(RINGSIDE_SOURCE_DIR) / "data",
          .seed = 1};
}

TEST(DatasetMenu, NamesTheNearest) {
  EXPECT_THAT(
      error_of([] {
        load_dataset("minst", query({1, 28, 28}, 10));
      }),
      AllOf(HasSubstr("data set \"minst\""), HasSubstr("did you mean \"mnist\"?"), HasSubstr("cifar10, synthetic")));
}

TEST(DatasetMenu, RefusesAShapeThatIsNotTheNetworks) {
  EXPECT_EQ(error_of([] {
              load_dataset("mnist", query({3, 32, 30}, 10));
            }),
            "data set \"mnist\": images of 28 x 28 x 1 (height x width x channels), but the network wants 32 x 30 x 3");
}

TEST(DatasetMenu, RefusesMoreClassesThanTheNetworkHas) {
  EXPECT_EQ(error_of([] {
              load_dataset("mnist", query({1, 28, 28}, 9));
            }),
            "data set \"mnist\": 10 classes, but the network tells only 9 apart");
  EXPECT_EQ(load_dataset("mnist", query({1, 28, 28}, 11)).classes, 10);
}

// Whatever is changed, the hash changes; also for the top bits, which a plain FNV over words would lose.
TEST(ContentHash, TellsContentsApart) {
  Dataset data;
  data.train = {.shape = {1, 2, 3}, .pixels = testing::counting(12), .labels = {1, 2}};
  data.test = {.shape = {1, 2, 3}, .pixels = testing::counting(6), .labels = {1}};
  std::set<std::string> hashes{content_hash(data)};
  EXPECT_THAT(*hashes.begin(), ::testing::MatchesRegex("[0-9a-f]{16}"));
  const auto differs = [&](const Dataset& changed) { return hashes.insert(content_hash(changed)).second; };

  for (std::size_t i = 0; i < data.train.pixels.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      Dataset changed = data;
      changed.train.pixels[i] ^= static_cast<std::uint8_t>(1 << bit);
      EXPECT_TRUE(differs(changed)) << i << ' ' << bit;
    }
  }
  Dataset top_bits = data;
  top_bits.train.pixels = std::vector<std::uint8_t>(24);
  EXPECT_TRUE(differs(top_bits));
  top_bits.train.pixels[7] ^= 128;
  top_bits.train.pixels[15] ^= 128;
  EXPECT_TRUE(differs(top_bits));

  Dataset other_shape = data;
  other_shape.train.shape = {1, 3, 2};
  EXPECT_TRUE(differs(other_shape));
  Dataset other_label = data;
  other_label.test.labels[0] = 257;
  EXPECT_TRUE(differs(other_label));
  Dataset moved = data;  // the same bytes in a row
  moved.train.pixels.push_back(0);
  moved.train.labels = {2};
  EXPECT_TRUE(differs(moved));
  Dataset swapped = data;
  std::swap(swapped.train, swapped.test);
  EXPECT_TRUE(differs(swapped));
  Dataset renamed = data;
  renamed.name = "another";
  EXPECT_FALSE(differs(renamed));
}

}  // namespace
}  // namespace ringside
