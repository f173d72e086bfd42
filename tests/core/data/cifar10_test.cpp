// CIFAR-10 from its binary files, and spoiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/dataset.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::cifar10_records;
using testing::counting;
using testing::error_of;
using ::testing::HasSubstr;

class Cifar10 : public ::testing::Test {
 protected:
  // 1, 2, 3, 4, 5 training images and 2 test images.
  void write_set(const std::filesystem::path& folder = "") {
    for (int batch = 1; batch <= 5; ++batch) {
      scratch.write(folder / ("data_batch_" + std::to_string(batch) + ".bin"), cifar10_records(batch));
    }
    scratch.write(folder / "test_batch.bin", cifar10_records(2));
  }

  Dataset load() { return load_dataset("cifar10", query); }
  std::string error() {
    return error_of([&] { load(); });
  }
  std::string path(const std::string& name) const { return (scratch.path() / name).string(); }

  testing::Scratch scratch;
  DatasetQuery query{.shape = {3, 32, 32}, .classes = 10, .directory = scratch.path(), .bundled = {}, .seed = 1};
};

TEST_F(Cifar10, TurnsPlanesIntoPixels) {
  write_set();
  const Dataset data = load();
  EXPECT_EQ(data.name, "cifar10");
  EXPECT_EQ(data.origin, "15 + 2 images of CIFAR-10");
  EXPECT_TRUE(data.real);
  EXPECT_EQ(data.train.shape, (Shape{.channels = 3, .height = 32, .width = 32}));
  EXPECT_THAT(data.train.labels, ::testing::ElementsAre(0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4));
  EXPECT_THAT(data.test.labels, ::testing::ElementsAre(0, 1));
  ASSERT_EQ(data.train.pixels.size(), 15U * 3072);
  const Bytes planes = counting(3072, 251, 7 * 4 + 1);  // of the last image
  for (std::size_t row = 0; row < 32; ++row) {
    for (std::size_t column = 0; column < 32; ++column) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        ASSERT_EQ(data.train.pixels[14 * 3072 + (row * 32 + column) * 3 + channel],
                  planes[channel * 1024 + row * 32 + column]);
      }
    }
  }
}

TEST_F(Cifar10, FindsTheFilesInAnyFolder) {
  write_set();
  const std::string hash = load().hash;
  for (const std::string folder : {"a/cifar10", "b/cifar-10-batches-bin", "c/cifar10/cifar-10-batches-bin"}) {
    write_set(folder);
    query.directory = scratch.path() / folder.substr(0, 1);
    EXPECT_EQ(load().hash, hash) << folder;
  }
}

TEST_F(Cifar10, SaysHowToGetItWhenNoDirectoryIsGiven) {
  query.directory.clear();
  EXPECT_THAT(error(), AllOf(HasSubstr("ringside data fetch"), HasSubstr("--data"), HasSubstr("RINGSIDE_DATA")));
}

TEST_F(Cifar10, SaysWhatIsMissingAndWhereItLooked) {
  EXPECT_THAT(error(), AllOf(HasSubstr("no file of CIFAR-10 (binary version) in " + scratch.path().string()),
                             HasSubstr(path("cifar-10-batches-bin")), HasSubstr("data_batch_1.bin; data_batch_2.bin")));
  write_set();
  std::filesystem::remove(path("data_batch_4.bin"));
  EXPECT_THAT(error(), HasSubstr("is missing; looked for data_batch_4.bin"));
}

TEST_F(Cifar10, RefusesATruncatedOrLengthenedFile) {
  write_set();
  Bytes bytes = cifar10_records(3);
  bytes.pop_back();
  scratch.write("data_batch_3.bin", bytes);
  EXPECT_EQ(error(),
            path("data_batch_3.bin") + ": 9218 bytes, expected a multiple of 3073: record 2 at byte 6146 is truncated");
  scratch.write("data_batch_3.bin", {7});
  EXPECT_EQ(error(),
            path("data_batch_3.bin") + ": 1 bytes, expected a multiple of 3073: record 0 at byte 0 is truncated");
  scratch.write("data_batch_3.bin", {});
  EXPECT_EQ(error(), path("data_batch_3.bin") + ": the file is empty");
  bytes = cifar10_records(3);
  bytes.push_back(0);
  scratch.write("data_batch_3.bin", bytes);
  EXPECT_THAT(error(), HasSubstr("9220 bytes, expected a multiple of 3073"));
}

TEST_F(Cifar10, KnowsCifar100) {
  write_set();
  scratch.write("data_batch_1.bin", Bytes(std::size_t{4} * 3074));
  EXPECT_EQ(error(), path("data_batch_1.bin") +
                         ": 12296 bytes are 4 records of 3074 bytes, which is CIFAR-100; expected "
                         "CIFAR-10, records of 3073 bytes");
}

TEST_F(Cifar10, RefusesALabelOutOfRange) {
  write_set();
  Bytes bytes = cifar10_records(2);
  bytes[3073] = 10;
  scratch.write("test_batch.bin", bytes);
  EXPECT_EQ(error(), path("test_batch.bin") + ": byte 3073: label 10 of record 1, expected 0..9");
}

TEST_F(Cifar10, RefusesGzip) {
  write_set();
  scratch.write("data_batch_1.bin", testing::gzip(cifar10_records(1)));
  EXPECT_THAT(error(), HasSubstr("data_batch_1.bin: byte 0: 1f 8b: the file is gzip in spite of its name"));
}

}  // namespace
}  // namespace ringside
