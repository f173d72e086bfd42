// The IDX reader: what it reads, and what it says of everything that it does not.
#include "core/data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::counting;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::error_of;
using testing::gzip;
using ::testing::HasSubstr;
using testing::idx;
using ::testing::StartsWith;

class Idx : public ::testing::Test {
 protected:
  std::string image_error(const std::string& name, const Bytes& bytes) {
    const auto file = scratch.write(name, bytes);
    std::string message = error_of([&] { read_idx(file, IdxKind::images); });
    EXPECT_THAT(message, StartsWith(file.string() + ": "));
    return message;
  }

  testing::Scratch scratch;
  const Bytes good_images = idx({3, 2, 4}, counting(24));
  const Bytes good_labels = idx({20}, counting(20, 10));
};

TEST_F(Idx, ReadsImagesAndLabels) {
  const IdxArray images = read_idx(scratch.write("images", good_images), IdxKind::images);
  EXPECT_THAT(images.sizes, ElementsAre(3, 2, 4));
  EXPECT_EQ(images.values, counting(24));
  const IdxArray labels = read_idx(scratch.write("labels", good_labels), IdxKind::labels);
  EXPECT_THAT(labels.sizes, ElementsAre(20));
  EXPECT_EQ(labels.values, counting(20, 10));
}

TEST_F(Idx, ReadsGzipInOneMemberOrSeveral) {
  EXPECT_EQ(read_idx(scratch.write("images.gz", gzip(good_images)), IdxKind::images).values, counting(24));
  Bytes members = gzip({good_images.begin(), good_images.begin() + 10});
  const Bytes rest = gzip({good_images.begin() + 10, good_images.end()});
  members.insert(members.end(), rest.begin(), rest.end());
  EXPECT_EQ(read_idx(scratch.write("members.gz", members), IdxKind::images).values, counting(24));
}

TEST_F(Idx, ReadsGzipLargerThanOneBuffer) {
  Bytes noise(std::size_t{3} << 19);
  std::uint32_t state = 1;
  for (auto& byte : noise) byte = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  const Bytes packed = gzip(idx({3 << 9, 32, 32}, noise));
  ASSERT_GT(packed.size(), noise.size());  // noise cannot be packed
  EXPECT_EQ(read_idx(scratch.write("noise.gz", packed), IdxKind::images).values, noise);
}

TEST_F(Idx, NamesAMissingFileAndADirectory) {
  EXPECT_THAT(error_of([&] { read_idx(scratch.path() / "none", IdxKind::images); }), EndsWith("none: no such file"));
  EXPECT_THAT(error_of([&] { read_idx(scratch.path(), IdxKind::images); }), EndsWith("not a regular file"));
}

TEST_F(Idx, RefusesAnEmptyFile) {
  EXPECT_THAT(image_error("images", {}), EndsWith("the file is empty"));
  EXPECT_THAT(image_error("images.gz", {}), EndsWith("the file is empty"));
  EXPECT_THAT(image_error("packed.gz", gzip({})), EndsWith("truncated header: needs 16 bytes, the file has 0"));
}

TEST_F(Idx, RefusesATruncatedHeader) {
  for (std::size_t size = 1; size < 16; ++size) {
    const Bytes part(good_images.begin(), good_images.begin() + static_cast<std::ptrdiff_t>(size));
    const std::string expected = "truncated header: needs 16 bytes, the file has " + std::to_string(size);
    EXPECT_THAT(image_error("images", part), EndsWith(expected));
    EXPECT_THAT(image_error("images.gz", gzip(part)), EndsWith(expected));
  }
}

TEST_F(Idx, RefusesATruncatedBody) {
  const Bytes part = idx({3, 2, 2}, counting(5));  // one and a quarter of three images
  const std::string expected = "truncated: the header announces 28 bytes, the file has 21";
  EXPECT_THAT(image_error("images", part), EndsWith(expected));
  EXPECT_THAT(image_error("images.gz", gzip(part)), EndsWith(expected));
}

TEST_F(Idx, RefusesTrailingBytes) {
  const Bytes more = idx({3, 2, 2}, counting(13));
  const std::string expected = "trailing bytes from byte 28 on, where the header says that the data end";
  EXPECT_THAT(image_error("images", more), EndsWith(expected));
  EXPECT_THAT(image_error("images.gz", gzip(more)), EndsWith(expected));
}

TEST_F(Idx, RefusesBytesAfterTheGzipStream) {
  Bytes packed = gzip(good_images);
  const auto end = std::to_string(packed.size());
  packed.push_back(0);
  EXPECT_THAT(image_error("images.gz", packed), HasSubstr("trailing bytes: the gzip stream ends at byte " + end));
}

TEST_F(Idx, RefusesADamagedOrTruncatedGzipStream) {
  Bytes packed = gzip(good_images);
  const Bytes part(packed.begin(), packed.end() - 1);
  EXPECT_THAT(image_error("images.gz", part),
              EndsWith("truncated: the gzip stream breaks off at byte " + std::to_string(part.size())));
  packed[packed.size() - 8] ^= 1;  // the checksum
  EXPECT_THAT(image_error("images.gz", packed), HasSubstr("damaged gzip data before byte"));
}

TEST_F(Idx, RefusesGzipUnderARawNameAndRawBytesUnderAGzipName) {
  EXPECT_THAT(image_error("images", gzip(good_images)),
              HasSubstr("byte 0: 1f 8b: the file is gzip in spite of its name"));
  EXPECT_THAT(image_error("images.gz", good_images),
              HasSubstr("byte 0: 00 00, expected 1f 8b: not gzip in spite of its name"));
}

TEST_F(Idx, KnowsSwappedFiles) {
  EXPECT_THAT(image_error("images", good_labels),
              AllOf(HasSubstr("byte 0: 00 00 08 01, expected 00 00 08 03"), HasSubstr("labels, not images")));
  const auto file = scratch.write("labels", good_images);
  EXPECT_THAT(error_of([&] { read_idx(file, IdxKind::labels); }),
              AllOf(HasSubstr("byte 0: 00 00 08 03, expected 00 00 08 01"), HasSubstr("images, not labels")));
  EXPECT_THAT(image_error("short", idx({2}, {1, 0})), HasSubstr("labels, not images"));  // shorter than images' header
}

TEST_F(Idx, RefusesOtherFormats) {
  Bytes floats = good_images;
  floats[2] = 0x0d;
  EXPECT_THAT(image_error("floats", floats),
              HasSubstr("00 00 0d 03, expected 00 00 08 03: no IDX file of unsigned bytes"));
  EXPECT_THAT(image_error("text", Bytes(100, '7')), HasSubstr("37 37 37 37, expected 00 00 08 03"));
}

TEST_F(Idx, RefusesASizeOfZero) {
  EXPECT_THAT(image_error("images", idx({0, 2, 2}, {})), EndsWith("byte 4: 0 samples, expected at least 1"));
  EXPECT_THAT(image_error("images", idx({3, 0, 2}, {})), EndsWith("byte 8: 0 rows, expected at least 1"));
  EXPECT_THAT(image_error("images", idx({3, 2, 0}, {})), EndsWith("byte 12: 0 columns, expected at least 1"));
}

// Nothing here may take memory: the sizes would need up to 2^96 bytes.
TEST_F(Idx, RefusesAHugeClaimBeforeItCostsMemory) {
  constexpr std::uint32_t most = 0xffffffff;
  EXPECT_THAT(image_error("images", idx({most, 28, 28}, counting(784))),
              HasSubstr("byte 4: 4294967295 samples: more than"));
  EXPECT_THAT(image_error("images", idx({1, most, most}, counting(784))),
              HasSubstr("byte 8: 4294967295 rows: more than"));
  EXPECT_THAT(image_error("images", idx({2000000, 28, 28}, counting(784))),
              EndsWith("truncated: the header announces 1568000016 bytes, the file has 800"));
  EXPECT_THAT(image_error("images.gz", gzip(idx({2000000, 28, 28}, counting(784)))),
              HasSubstr("truncated: the header announces 1568000016 bytes, the file has at most "));
}

}  // namespace
}  // namespace ringside
