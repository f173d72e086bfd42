// A file that grows by whole lines: locked, mended, replaced, and never half written.
#include "bench/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using Existing = LineFile::Existing;
using testing::bytes_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::Scratch;
using testing::text_of;

TEST(LineFile, HasOneWriter) {
  const Scratch scratch;
  const auto path = scratch.path() / "lines";
  for (const Existing existing : {Existing::refuse, Existing::append, Existing::replace}) {
    LineFile first(path, existing);
    first.append("1");
    for (const Existing other : {Existing::refuse, Existing::append, Existing::replace})
      EXPECT_THAT(error_of([&] { LineFile(path, other); }), HasSubstr("lines: another run is writing it"));
    std::filesystem::remove(path);
  }
}

TEST(LineFile, StaysLockedWhenItIsReplaced) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("old\n"));
  LineFile file(path, Existing::append);
  file.rewrite("new\n");
  EXPECT_THAT(error_of([&] { LineFile(path, Existing::append); }), HasSubstr("another run is writing it"));
  file.append("more");
  EXPECT_EQ(text_of(path), "new\nmore\n");
}

TEST(LineFile, CutsOffWhatAKillTore) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("{\"a\":1}\n{\"a\":"));
  LineFile file(path, Existing::append);
  EXPECT_EQ(file.torn_bytes(), 5);
  file.append("{\"a\":2}");
  EXPECT_EQ(text_of(path), "{\"a\":1}\n{\"a\":2}\n");
}

TEST(LineFile, EndsALineThatLacksOnlyItsEnd) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("{\"a\":1}\n{\"a\":2}"));
  LineFile file(path, Existing::append);
  EXPECT_EQ(file.torn_bytes(), 0);
  file.append("{\"a\":3}");
  EXPECT_EQ(text_of(path), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
}

TEST(LineFile, MendsAFileThatHoldsHalfALineAlone) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("{\"a\":"));
  EXPECT_EQ(LineFile(path, Existing::append).torn_bytes(), 5);
  EXPECT_FALSE(std::filesystem::exists(path) && !text_of(path).empty());
}

TEST(LineFile, KeepsTheOldLinesUntilThereIsANewOne) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("old\n"));
  { const LineFile file(path, Existing::replace); }
  EXPECT_EQ(text_of(path), "old\n");
  LineFile file(path, Existing::replace);
  EXPECT_EQ(text_of(path), "old\n");
  file.append("new");
  EXPECT_EQ(text_of(path), "new\n");
  file.append("newer");
  EXPECT_EQ(text_of(path), "new\nnewer\n");
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".new"));
}

TEST(LineFile, LeavesNoEmptyFileBehindAndTakesOneForNone) {
  const Scratch scratch;
  const auto path = scratch.path() / "lines";
  { const LineFile file(path, Existing::refuse); }
  EXPECT_FALSE(std::filesystem::exists(path));
  scratch.write("lines", {});
  LineFile(path, Existing::refuse).append("1");
  EXPECT_EQ(text_of(path), "1\n");
}

TEST(LineFile, ReplacesWhatALinkLeadsToAndKeepsItsRights) {
  const Scratch scratch;
  const auto path = scratch.write("lines", bytes_of("old\n")), link = scratch.path() / "link";
  std::filesystem::create_symlink(path, link);
  ::chmod(path.c_str(), 0640);
  LineFile(link, Existing::replace).append("new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(text_of(path), "new\n");
  struct stat facts {};
  ::stat(path.c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
}

TEST(LineFile, GivesBackWhatItReservedInVain) {
  const Scratch scratch;
  const auto path = scratch.path() / "lines";
  {
    LineFile file(path, Existing::refuse);
    file.reserve(1 << 24);
    file.append("1");
    EXPECT_EQ(std::filesystem::file_size(path), 2U);
  }
  struct stat facts {};
  ::stat(path.c_str(), &facts);
  EXPECT_LT(facts.st_blocks * 512, 1 << 20);
}

TEST(LineFile, TellsARunThatTheDeviceIsFull) {
  EXPECT_THAT(error_of([] { LineFile("/dev/full", Existing::append).append("1"); }),
              HasSubstr("/dev/full: cannot be written: No space left on device"));
}

// A disk of 64 KiB, where one may mount one.
class SmallDisk {
 public:
  SmallDisk() : mounted_(::mount("tmpfs", scratch_.path().c_str(), "tmpfs", 0, "size=64k") == 0) {}
  ~SmallDisk() {
    if (mounted_) ::umount2(scratch_.path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }
  const std::filesystem::path& path() const { return scratch_.path(); }

 private:
  Scratch scratch_;
  bool mounted_;
};

TEST(LineFile, TellsThatTheDiskIsTooSmallBeforeAnythingIsWritten) {
  const SmallDisk disk;
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a small disk";
  LineFile file(disk.path() / "lines", Existing::refuse);
  file.reserve(32 << 10);
  EXPECT_THAT(error_of([&] { file.reserve(128 << 10); }), HasSubstr("lines: there is no room for 128 KiB of records"));
}

TEST(LineFile, IsAsItWasWhenALineDoesNotFit) {
  const SmallDisk disk;
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a small disk";
  const auto path = disk.path() / "lines";
  LineFile file(path, Existing::refuse);
  file.append("1");
  EXPECT_THAT(error_of([&] { file.append(std::string(100'000, 'x')); }), HasSubstr("No space left on device"));
  EXPECT_EQ(text_of(path), "1\n");
  file.append("2");
  EXPECT_EQ(text_of(path), "1\n2\n");
}

}  // namespace
}  // namespace ringside
