// MNIST from the checkout, from directories of either spelling, and spoiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/data/dataset.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::counting;
using ::testing::Each;
using ::testing::EndsWith;
using testing::error_of;
using testing::gzip;
using ::testing::HasSubstr;
using testing::idx;
using ::testing::Pair;

const std::filesystem::path checkout_data = std::filesystem::path(RINGSIDE_SOURCE_DIR) / "data";

class Mnist : public ::testing::Test {
 protected:
  // Four training and two test images of 2 x 3.
  void write_set(const std::filesystem::path& folder = "", const std::string& dash = "-") {
    scratch.write(folder / ("train-images" + dash + "idx3-ubyte"), idx({4, 2, 3}, counting(24)));
    scratch.write(folder / ("train-labels" + dash + "idx1-ubyte"), idx({4}, {3, 1, 4, 1}));
    scratch.write(folder / ("t10k-images" + dash + "idx3-ubyte"), idx({2, 2, 3}, counting(12, 256, 100)));
    scratch.write(folder / ("t10k-labels" + dash + "idx1-ubyte"), idx({2}, {9, 0}));
  }

  Dataset load() { return load_dataset("mnist", query); }
  std::string error() {
    return error_of([&] { load(); });
  }
  std::string path(const std::string& name) const { return (scratch.path() / name).string(); }

  testing::Scratch scratch;
  DatasetQuery query{.shape = {1, 2, 3}, .classes = 10, .directory = scratch.path(), .bundled = {}, .seed = 1};
};

TEST_F(Mnist, ReadsImagesAndLabels) {
  write_set();
  const Dataset data = load();
  EXPECT_EQ(data.name, "mnist");
  EXPECT_EQ(data.origin, "4 + 2 images of MNIST");
  EXPECT_TRUE(data.real);
  EXPECT_EQ(data.classes, 10);
  EXPECT_EQ(data.train.shape, (Shape{.channels = 1, .height = 2, .width = 3}));
  EXPECT_EQ(data.train.pixels, counting(24));
  EXPECT_THAT(data.train.labels, ::testing::ElementsAre(3, 1, 4, 1));
  EXPECT_EQ(data.test.pixels, counting(12, 256, 100));
  EXPECT_THAT(data.test.labels, ::testing::ElementsAre(9, 0));
}

TEST_F(Mnist, FindsEitherSpellingInEitherFolderPackedOrNot) {
  write_set();
  const std::string hash = load().hash;
  for (const std::string folder : {"dots", "dots/mnist", "packed"}) {
    write_set(folder, folder == "packed" ? "-" : ".");
    query.directory = scratch.path() / folder;
    if (folder == "packed") {
      std::filesystem::remove(query.directory / "train-images-idx3-ubyte");
      scratch.write("packed/train-images-idx3-ubyte.gz", gzip(idx({4, 2, 3}, counting(24))));
    }
    EXPECT_EQ(load().hash, hash) << folder;
  }
  query.directory = scratch.path() / "dots";
  std::filesystem::remove(query.directory / "train-images.idx3-ubyte");
  std::filesystem::create_directory(query.directory / "train-images-idx3-ubyte");  // a folder under the file's name
  EXPECT_THAT(error(), HasSubstr("a file of MNIST is missing"));
}

TEST_F(Mnist, SaysWhatIsMissingAndWhereItLooked) {
  EXPECT_THAT(error(),
              AllOf(HasSubstr("no file of MNIST in " + scratch.path().string() + ", " + path("mnist")),
                    HasSubstr("train-images-idx3-ubyte or train-images-idx3-ubyte.gz or train-images.idx3-ubyte"),
                    HasSubstr("t10k-labels.idx1-ubyte.gz")));
  write_set();
  std::filesystem::remove(path("t10k-labels-idx1-ubyte"));
  EXPECT_THAT(error(),
              AllOf(HasSubstr(scratch.path().string() + ": a file of MNIST is missing; looked for "
                                                        "t10k-labels-idx1-ubyte or t10k-labels-idx1-ubyte.gz or "),
                    ::testing::Not(HasSubstr("train"))));
  query.directory = path("none");
  EXPECT_THAT(error(), HasSubstr(path("none") + ": no such directory"));
}

TEST_F(Mnist, RefusesCountsThatDiffer) {
  write_set();
  scratch.write("train-labels-idx1-ubyte", idx({3}, {3, 1, 4}));
  EXPECT_EQ(error(),
            path("train-images-idx3-ubyte") + ": 4 images, but " + path("train-labels-idx1-ubyte") + " has 3 labels");
}

TEST_F(Mnist, RefusesALabelOutOfRange) {
  write_set();
  scratch.write("t10k-labels-idx1-ubyte", idx({2}, {9, 11}));
  EXPECT_EQ(error(), path("t10k-labels-idx1-ubyte") + ": byte 9: label 11 of sample 1, expected 0..9");
}

TEST_F(Mnist, RefusesSwappedFiles) {
  write_set();
  scratch.write("train-labels-idx1-ubyte", idx({4, 2, 3}, counting(24)));
  scratch.write("train-images-idx3-ubyte", idx({4}, {3, 1, 4, 1}));
  EXPECT_THAT(error(), AllOf(HasSubstr("train-images-idx3-ubyte"), HasSubstr("are the two files swapped?")));
}

TEST_F(Mnist, RefusesTestImagesOfAnotherShape) {
  write_set();
  scratch.write("t10k-images-idx3-ubyte", idx({2, 3, 2}, counting(12)));
  EXPECT_EQ(error(), path("t10k-images-idx3-ubyte") + ": images of 3 x 2, but those of " +
                         path("train-images-idx3-ubyte") + " are 2 x 3");
}

TEST_F(Mnist, TheCheckoutHolds500And100OfEachDigit) {
  const Dataset data = load_dataset(
      "mnist", {.shape = {1, 28, 28}, .classes = 10, .directory = {}, .bundled = checkout_data, .seed = 1});
  EXPECT_EQ(data.origin, "5,000 + 1,000 images of MNIST (the small set in the checkout)");
  EXPECT_EQ(data.hash, "85a044760f6df421");
  for (const auto& [part, of_each] : {std::pair{&data.train, 500}, std::pair{&data.test, 100}}) {
    std::map<int, int> counts;
    for (const int label : part->labels) ++counts[label];
    EXPECT_EQ(counts.size(), 10U);
    EXPECT_THAT(counts, Each(Pair(::testing::_, of_each)));
  }
}

TEST_F(Mnist, TheCheckoutIsAPartOfTheFullSet) {
  const char* directory = std::getenv("RINGSIDE_DATA");
  if (directory == nullptr) GTEST_SKIP() << "RINGSIDE_DATA names no directory with the full set";
  query.directory = directory;
  query.shape = {1, 28, 28};
  const Dataset full = load();
  query.directory.clear();
  query.bundled = checkout_data;
  const Dataset small = load();
  ASSERT_EQ(full.train.count(), 60000);
  ASSERT_EQ(full.test.count(), 10000);
  const auto is_part = [](const LabelledImages& part, const LabelledImages& whole) {
    int found = 0;
    for (int i = 0; i < whole.count() && found < part.count(); ++i) {
      const auto same = [&](int a, int b) {
        return part.labels[static_cast<std::size_t>(a)] == whole.labels[static_cast<std::size_t>(b)] &&
               std::equal(part.pixels.begin() + a * 784, part.pixels.begin() + (a + 1) * 784,
                          whole.pixels.begin() + b * 784);
      };
      found += same(found, i);
    }
    return found == part.count();
  };
  EXPECT_TRUE(is_part(small.train, full.train));
  EXPECT_TRUE(is_part(small.test, full.test));
}

}  // namespace
}  // namespace ringside
