// Property: a data set whose files were damaged at random is either refused with an Error or read as a sound set.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/data/dataset.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using testing::Bytes;
using testing::cifar10_records;
using testing::counting;
using testing::gzip;
using testing::idx;

constexpr std::uint32_t seed = 20240229;
constexpr int rounds = 1000;

struct File {
  std::string name;
  Bytes bytes;
};

// One to four times: a bit turned, a byte replaced (mostly near the beginning, where headers are), a piece cut off the
// end or out of the middle, bytes put in.
Bytes damage(Bytes bytes, std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  for (std::size_t times = 1 + below(4); times > 0 && !bytes.empty(); --times) {
    const std::size_t place = below(below(2) == 0 ? std::min<std::size_t>(bytes.size(), 24) : bytes.size());
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
    switch (below(5)) {
      case 0:
        *at ^= static_cast<std::uint8_t>(1U << below(8));
        break;
      case 1:
        *at = static_cast<std::uint8_t>(below(256));
        break;
      case 2:
        bytes.erase(at, bytes.end());
        break;
      case 3:
        bytes.erase(at, at + static_cast<std::ptrdiff_t>(1 + below(bytes.size() - place)));
        break;
      default:
        bytes.insert(at, 1 + below(5), static_cast<std::uint8_t>(below(256)));
        break;
    }
  }
  return bytes;
}

void expect_sound(const LabelledImages& part) {
  EXPECT_GT(part.count(), 0);
  EXPECT_EQ(part.pixels.size(), static_cast<std::size_t>(part.count()) * static_cast<std::size_t>(part.shape.count()));
  EXPECT_TRUE(std::all_of(part.labels.begin(), part.labels.end(), [](int label) { return label < 10; }));
}

void damage_and_load(std::string_view dataset, Shape shape, const std::vector<File>& files) {
  std::mt19937 random(seed);
  ::testing::Test::RecordProperty("seed", static_cast<int>(seed));
  const testing::Scratch scratch;
  const DatasetQuery query{.shape = shape, .classes = 10, .directory = scratch.path(), .bundled = {}, .seed = 1};
  for (const File& file : files) scratch.write(file.name, file.bytes);
  ASSERT_NO_THROW(load_dataset(dataset, query));
  int refused = 0;
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ", round " << round);
    const File& file = files[static_cast<std::size_t>(round) % files.size()];
    scratch.write(file.name, damage(file.bytes, random));
    try {
      const Dataset data = load_dataset(dataset, query);
      expect_sound(data.train);
      expect_sound(data.test);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_input);
      EXPECT_NE(std::string_view(error.what()), "");
      ++refused;
    }
    scratch.write(file.name, file.bytes);
  }
  EXPECT_GT(refused, rounds / 2);  // most damage shows
}

std::vector<File> mnist_set(bool packed) {
  std::vector<File> files{{"train-images-idx3-ubyte", idx({6, 4, 3}, counting(72))},
                          {"train-labels-idx1-ubyte", idx({6}, counting(6, 10))},
                          {"t10k-images-idx3-ubyte", idx({2, 4, 3}, counting(24))},
                          {"t10k-labels-idx1-ubyte", idx({2}, counting(2, 10))}};
  for (File& file : files) {
    if (packed) file = {file.name + ".gz", gzip(file.bytes)};
  }
  return files;
}

TEST(Damage, RawMnist) {
  damage_and_load("mnist", {1, 4, 3}, mnist_set(false));
}

TEST(Damage, PackedMnist) {
  damage_and_load("mnist", {1, 4, 3}, mnist_set(true));
}

TEST(Damage, Cifar10) {
  std::vector<File> files{{"test_batch.bin", cifar10_records(1)}};
  for (int batch = 1; batch <= 5; ++batch) {
    files.push_back({"data_batch_" + std::to_string(batch) + ".bin", cifar10_records(2)});
  }
  damage_and_load("cifar10", {3, 32, 32}, files);
}

}  // namespace
}  // namespace ringside
