// Checksums against the published test vectors.
#include "bench/digest.h"

#include <gtest/gtest.h>

#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using testing::Bytes;

TEST(Digest, AgreesWithTheTestVectors) {
  const testing::Scratch scratch;
  const auto file = scratch.write("abc", {'a', 'b', 'c'});
  EXPECT_EQ(sha256_of_file(file), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4
  EXPECT_EQ(md5_of_contents(file), "900150983cd24fb0d6963f7d28e17f72");                                 // RFC 1321
  const auto million = scratch.write("million", Bytes(1000000, 'a'));
  EXPECT_EQ(sha256_of_file(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, OfContentsUnpacks) {
  const testing::Scratch scratch;
  const auto packed = scratch.write("abc.gz", testing::gzip({'a', 'b', 'c'}));
  EXPECT_EQ(md5_of_contents(packed), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_NE(sha256_of_file(packed), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace ringside
