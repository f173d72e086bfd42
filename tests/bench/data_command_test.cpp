// `ringside data`: small sets fetched from a server on this machine along the very path of the real ones, and all that
// can go wrong on it; directories checked.
#include "bench/data_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "bench/child_process.h"
#include "bench/digest.h"
#include "core/data/dataset.h"
#include "tests/bench/local_server.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::Bytes;
using testing::cifar10_records;
using testing::counting;
using testing::error_of;
using testing::gzip;
using ::testing::HasSubstr;
using testing::idx;
using ::testing::Not;

TEST(PublicData, ListsItsFilesInTheReadersOrder) {
  std::vector<std::string_view> names;
  for (const DatasetSource& source : dataset_sources()) names.push_back(source.name);
  for (const PublicData& set : public_data()) {
    const auto& spellings = set.files().spellings;
    ASSERT_EQ(set.contents.size(), spellings.size());
    for (std::size_t i = 0; i < spellings.size(); ++i) {
      EXPECT_THAT(spellings[i], ::testing::Contains(set.contents[i].name));
      EXPECT_THAT(set.contents[i].md5, ::testing::MatchesRegex("[0-9a-f]{32}"));
    }
    EXPECT_THAT(set.files().folders, ::testing::Contains(fs::path(set.folder)));
    for (const PublicFile& file : set.downloads) EXPECT_THAT(file.sha256, ::testing::MatchesRegex("[0-9a-f]{64}"));
    EXPECT_THAT(names, ::testing::Contains(set.name));
  }
}

class Fetch : public ::testing::Test {
 protected:
  void SetUp() override {
    if (server.url().empty()) GTEST_SKIP() << "no python3 to serve files";
  }

  // A file on the server, and what a table says of it.
  PublicFile serve(const std::string& name, const Bytes& bytes) {
    const auto file = scratch.write("www/" + name, bytes);
    return {name, static_cast<std::int64_t>(bytes.size()), sha256_of_file(file)};
  }

  PublicData mnist() {
    PublicData set{.name = "mnist",
                   .files = mnist_files,
                   .homes = {server.url()},
                   .downloads = {serve("train-images-idx3-ubyte.gz", gzip(idx({3, 2, 2}, counting(12)))),
                                 serve("train-labels-idx1-ubyte.gz", gzip(idx({3}, {3, 1, 4}))),
                                 serve("t10k-images-idx3-ubyte.gz", gzip(idx({1, 2, 2}, counting(4)))),
                                 serve("t10k-labels-idx1-ubyte.gz", gzip(idx({1}, {7})))},
                   .archive_folder = "",
                   .unpacked_bytes = 0,
                   .folder = "mnist",
                   .contents = {}};
    for (const PublicFile& file : set.downloads) {
      set.contents.push_back({file.name, md5_of_contents(scratch.path() / "www" / file.name)});
    }
    return set;
  }

  PublicData cifar10() {
    PublicData set{.name = "cifar10",
                   .files = cifar10_files,
                   .homes = {server.url()},
                   .downloads = {},
                   .archive_folder = "cifar-10-batches-bin",
                   .unpacked_bytes = 6 * 3073,
                   .folder = "cifar-10-batches-bin",
                   .contents = {}};
    for (const auto& spellings : cifar10_files().spellings) {
      const auto file = scratch.write("made/cifar-10-batches-bin/" + spellings[0], cifar10_records(1));
      set.contents.push_back({spellings[0], md5_of_contents(file)});
    }
    const std::string made = (scratch.path() / "made").string();
    const auto archive = scratch.write("www/cifar.tar.gz", {});
    EXPECT_EQ(run_child({"tar", "-czf", archive.string(), "-C", made, "cifar-10-batches-bin"}).exit_code, 0);
    set.downloads = {{"cifar.tar.gz", static_cast<std::int64_t>(fs::file_size(archive)), sha256_of_file(archive)}};
    return set;
  }

  std::string fetch(const PublicData& set) {
    std::ostringstream out;
    fetch_set(set, options, out);
    return out.str();
  }
  std::string fetch_error(const PublicData& set) {
    return error_of([&] { fetch(set); });
  }

  // Neither a set nor a part of one.
  void expect_nothing_there() const { EXPECT_TRUE(!fs::exists(to) || fs::is_empty(to)); }

  testing::Scratch scratch;
  testing::LocalServer server{fs::path(scratch.write("www/index.html", {})).parent_path()};
  const fs::path to = scratch.path() / "data";
  FetchOptions options{.dataset = "mnist", .to = to, .url = "", .progress = false};
};

TEST_F(Fetch, FilesThatTheReaderThenFinds) {
  const PublicData set = mnist();
  EXPECT_THAT(fetch(set), AllOf(HasSubstr("mnist: downloading train-images-idx3-ubyte.gz"),
                                HasSubstr("mnist: all checksums match, in " + (to / "mnist").string())));
  const Dataset data =
      load_dataset("mnist", {.shape = {1, 2, 2}, .classes = 10, .directory = to, .bundled = {}, .seed = 1});
  EXPECT_EQ(data.train.pixels, counting(12));
  EXPECT_THAT(data.test.labels, ::testing::ElementsAre(7));
  EXPECT_EQ(std::distance(fs::directory_iterator(to), fs::directory_iterator()), 1);  // nothing but the set
  EXPECT_EQ(fetch(set), "mnist: is there already, all checksums match\n");
}

TEST_F(Fetch, AnArchive) {
  const PublicData set = cifar10();
  EXPECT_THAT(fetch(set), HasSubstr("cifar10: all checksums match"));
  EXPECT_EQ(load_dataset("cifar10", {.shape = {3, 32, 32}, .classes = 10, .directory = to, .bundled = {}, .seed = 1})
                .train.count(),
            5);
  EXPECT_EQ(std::distance(fs::directory_iterator(to), fs::directory_iterator()), 1);
  EXPECT_EQ(fetch(set), "cifar10: is there already, all checksums match\n");
}

TEST_F(Fetch, GoesOnToTheNextHome) {
  PublicData set = mnist();
  set.homes = {server.url() + "/nowhere/", server.url() + "/"};
  EXPECT_THAT(fetch(set), HasSubstr("all checksums match"));
}

TEST_F(Fetch, FromAnAddressOfOnesOwn) {
  PublicData set = mnist();
  set.homes = {"http://127.0.0.1:1"};
  options.url = server.url();
  EXPECT_THAT(fetch(set), HasSubstr("all checksums match"));
}

TEST_F(Fetch, HoldsAnAddressOfOnesOwnToThePublishedChecksums) {
  mnist();
  options.url = server.url();
  EXPECT_THAT(
      error_of([&] {
        std::ostringstream out;
        fetch_data(options, out);
      }),
      HasSubstr("expected 9912422 bytes with 440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"));
  expect_nothing_there();
}

TEST_F(Fetch, BeginsAnewAfterAnInterruption) {
  scratch.write("data/mnist.part/train-images-idx3-ubyte.gz", counting(5));
  scratch.write("data/mnist.part/rubbish", counting(5));
  fetch(mnist());
  EXPECT_FALSE(fs::exists(to / "mnist.part"));
  EXPECT_FALSE(fs::exists(to / "mnist/rubbish"));
}

TEST_F(Fetch, NamesEveryHomeThatFailed) {
  PublicData set = mnist();
  set.homes = {server.url() + "/nowhere", "http://127.0.0.1:1"};
  EXPECT_THAT(
      fetch_error(set),
      AllOf(HasSubstr("train-images-idx3-ubyte.gz cannot be downloaded:"),
            HasSubstr(server.url() + "/nowhere/train-images-idx3-ubyte.gz: The requested URL returned error: 404"),
            HasSubstr("http://127.0.0.1:1/train-images-idx3-ubyte.gz: Failed to connect to 127.0.0.1 port 1")));
  expect_nothing_there();
}

TEST_F(Fetch, NamesBothChecksums) {
  PublicData set = mnist();
  const std::string came = set.downloads[1].sha256;
  set.downloads[1].sha256 = std::string(64, '0');
  EXPECT_THAT(fetch_error(set), AllOf(HasSubstr("train-labels-idx1-ubyte.gz cannot be downloaded"), HasSubstr(came),
                                      HasSubstr(set.downloads[1].sha256)));
  expect_nothing_there();
}

TEST_F(Fetch, RefusesAnArchiveThatIsNone) {
  PublicData set = cifar10();
  set.downloads = {serve("cifar.tar.gz", counting(1000))};
  EXPECT_THAT(fetch_error(set), HasSubstr("cifar.tar.gz: tar cannot unpack it"));
  expect_nothing_there();
}

TEST_F(Fetch, RefusesContentsThatAreNotThePublishedOnes) {
  PublicData set = cifar10();
  set.contents[2].md5 = std::string(32, '0');
  EXPECT_THAT(fetch_error(set), AllOf(HasSubstr("what was downloaded is not the published set"),
                                      HasSubstr("data_batch_3.bin: contents have MD5 ")));
  expect_nothing_there();
}

TEST_F(Fetch, LeavesOtherFilesAlone) {
  const PublicData set = mnist();
  const Bytes other = gzip(idx({1}, {5}));
  const auto file = scratch.write("data/mnist/train-labels-idx1-ubyte.gz", other);
  EXPECT_THAT(fetch_error(set),
              HasSubstr((to / "mnist").string() + " holds mnist files that are not the published ones"));
  EXPECT_EQ(md5_of_contents(file), md5_of_contents(scratch.write("other.gz", other)));
  fs::rename(file, to / "mnist/readme");
  EXPECT_THAT(fetch_error(set), HasSubstr("is where mnist belongs, but holds something else"));
  EXPECT_TRUE(fs::exists(to / "mnist/readme"));
  fs::remove(to / "mnist/readme");
  EXPECT_THAT(fetch(set), HasSubstr("all checksums match"));  // an empty folder is no obstacle
}

TEST_F(Fetch, SaysBeforehandThatItCannotWrite) {
  scratch.write("data", {});  // a file where the directory should be
  PublicData set = mnist();
  set.homes = {"http://127.0.0.1:1"};
  EXPECT_THAT(fetch_error(set), HasSubstr((to / "mnist.part").string() + ": cannot be written: Not a directory"));
}

TEST_F(Fetch, SaysBeforehandThatThereIsNoRoom) {
  PublicData set = mnist();
  set.homes = {"http://127.0.0.1:1"};
  set.unpacked_bytes = std::int64_t{1} << 60;
  EXPECT_THAT(fetch_error(set), HasSubstr("mnist needs 1152921504606.8 MB there, but only "));
  expect_nothing_there();
}

TEST_F(Fetch, KnowsOnlyThePublicSets) {
  options.dataset = "cifar";
  EXPECT_THAT(error_of([&] {
                std::ostringstream out;
                fetch_data(options, out);
              }),
              AllOf(HasSubstr("public data set \"cifar\""), HasSubstr("did you mean \"cifar10\"?")));
}

std::string checked(const fs::path& directory) {
  std::ostringstream out;
  check_data(directory, out);
  return out.str();
}

TEST(CheckData, TellsWhatADirectoryHolds) {
  EXPECT_THAT(
      checked(fs::path(RINGSIDE_SOURCE_DIR) / "data"),
      AllOf(HasSubstr("mnist: 5,000 + 1,000 images of MNIST, 28 x 28 x 1 (height x width x channels), 10 classes\n"),
            HasSubstr("hash    85a044760f6df421\n"), HasSubstr("not the published ones: 4 of 4 checksums differ"),
            Not(HasSubstr("cifar10"))));
}

TEST(CheckData, ReportsTheGoodSetBesideABadOne) {
  const testing::Scratch scratch;
  fs::copy(fs::path(RINGSIDE_SOURCE_DIR) / "data/mnist", scratch.path() / "mnist");
  scratch.write("cifar10/test_batch.bin", cifar10_records(1));
  std::ostringstream out;
  EXPECT_THAT(error_of([&] { check_data(scratch.path(), out); }), HasSubstr("data_batch_1.bin"));
  EXPECT_THAT(out.str(), HasSubstr("mnist: 5,000 + 1,000 images"));
}

TEST(CheckData, SaysWhatItLookedFor) {
  const testing::Scratch scratch;
  EXPECT_THAT(error_of([&] { checked(scratch.path()); }),
              AllOf(HasSubstr("train-images-idx3-ubyte.gz"), HasSubstr("test_batch.bin")));
  EXPECT_THAT(error_of([&] { checked(scratch.path() / "none"); }), HasSubstr("none: no such directory"));
}

TEST(CheckData, RecognisesThePublishedSet) {
  const char* directory = std::getenv("RINGSIDE_DATA");
  if (directory == nullptr) GTEST_SKIP() << "RINGSIDE_DATA names no directory with the full set";
  EXPECT_THAT(checked(directory), AllOf(HasSubstr("mnist: 60,000 + 10,000 images of MNIST"),
                                        HasSubstr("the published ones: all checksums match")));
}

}  // namespace
}  // namespace ringside
