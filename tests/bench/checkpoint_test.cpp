// Checkpoints as files: they give back every bit, and nothing else is taken for one.
#include "bench/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <limits>

#include "tests/bench/made_record.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::Scratch;

const nlohmann::json identity = testing::made_record("ring_delayed", 2, 100)["identity"];

Checkpoint made_checkpoint() {
  Checkpoint made;
  made.so_far.earlier_runs = {"first", "second"};
  made.so_far.step_s = {{0.1, 1.0 / 3, std::numeric_limits<double>::denorm_min()}, {0.25}};
  made.so_far.cpu_s = {0.2, 1.0 / 7};
  made.so_far.phases = {{0.1, 0.2, 0.3, 0.4, 0.5}, {1, 2, 3, 4, 5}};
  made.so_far.convergence = {
      {.step = 4, .epoch = 0.7, .samples_seen = 64, .train_loss = 2.0 / 7, .test = {}},
      {.step = 8, .epoch = 1.4, .samples_seen = 128, .train_loss = 0.1, .test = Evaluation{0.3, 0.9, 7}}};
  made.so_far.other_programs_cores = 0.0625;
  made.state = {8, {1.5F, -0.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::denorm_min()}};
  return made;
}

std::filesystem::path only_file(const std::filesystem::path& folder) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_TRUE(found.empty()) << "more than one file";
    found = entry.path();
  }
  return found;
}

TEST(Checkpoint, GivesBackEveryBit) {
  const Scratch scratch;
  const CheckpointFolder folder(scratch.path() / "new" / "folder");
  EXPECT_FALSE(folder.find(identity, 4));
  const Checkpoint written = made_checkpoint();
  folder.save(identity, written);
  folder.save(identity, written);  // over the first
  const auto read = folder.find(identity, 4);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->so_far.earlier_runs, written.so_far.earlier_runs);
  EXPECT_EQ(read->so_far.step_s, written.so_far.step_s);
  EXPECT_EQ(read->so_far.cpu_s, written.so_far.cpu_s);
  ASSERT_EQ(read->so_far.phases.size(), 2U);
  EXPECT_EQ(read->so_far.phases[1].wait_s, 5);
  EXPECT_EQ(read->so_far.phases[0].exposed_communicate_s, 0.3);
  ASSERT_EQ(read->so_far.convergence.size(), 2U);
  EXPECT_EQ(read->so_far.convergence[0].train_loss, 2.0 / 7);
  EXPECT_FALSE(read->so_far.convergence[0].test);
  EXPECT_EQ(read->so_far.convergence[1].test->accuracy, 0.9);
  EXPECT_EQ(read->so_far.other_programs_cores, 0.0625);
  EXPECT_EQ(read->state.next_step, 8);
  ASSERT_EQ(read->state.floats.size(), 4U);
  EXPECT_EQ(std::memcmp(read->state.floats.data(), written.state.floats.data(), 4 * sizeof(float)), 0);
  folder.remove(identity);
  EXPECT_TRUE(only_file(scratch.path() / "new" / "folder").empty());
}

TEST(Checkpoint, IsRefusedWithAnyBitWrong) {
  const Scratch scratch;
  const CheckpointFolder folder(scratch.path());
  folder.save(identity, made_checkpoint());
  const auto path = only_file(scratch.path());
  const std::string whole = testing::text_of(path);
  const auto error_with = [&](std::string text) {
    scratch.write(path.filename(), testing::bytes_of(text));
    return error_of([&] { folder.find(identity, 4); });
  };
  const auto flipped = [&](std::size_t place) {
    std::string text = whole;
    text[place] = static_cast<char>(text[place] ^ 1);
    return text;
  };
  EXPECT_THAT(error_with(flipped(whole.size() - 1)), HasSubstr("is damaged: its checksum is wrong; delete it"));
  EXPECT_THAT(error_with(flipped(whole.size() / 2)), HasSubstr("is damaged"));
  EXPECT_THAT(error_with(flipped(30)), HasSubstr("is damaged"));
  EXPECT_THAT(error_with(flipped(0)), HasSubstr("is no checkpoint"));
  EXPECT_THAT(error_with(whole.substr(0, whole.size() - 4)), HasSubstr("is damaged"));
  EXPECT_THAT(error_with(whole.substr(0, 50)), HasSubstr("is damaged"));
  EXPECT_THAT(error_with(""), HasSubstr("is no checkpoint"));
  EXPECT_THAT(error_with(flipped(20)), HasSubstr("has format 0; this program reads format 1"));
  scratch.write(path.filename(), testing::bytes_of(whole));
  EXPECT_TRUE(folder.find(identity, 4));
}

TEST(Checkpoint, IsForItsOwnTrainingAlone) {
  const Scratch scratch;
  const CheckpointFolder folder(scratch.path());
  folder.save(identity, made_checkpoint());
  EXPECT_THAT(error_of([&] { folder.find(identity, 5); }), HasSubstr("holds 4 floats, the training has 5"));
  nlohmann::json other = identity;
  other["seed"] = 2;
  EXPECT_FALSE(folder.find(other, 4));
  // Given the other's name by hand.
  const auto mine = only_file(scratch.path());
  folder.save(other, made_checkpoint());
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path()))
    if (entry.path() != mine)
      std::filesystem::copy_file(mine, entry.path(), std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(error_of([&] { folder.find(other, 4); }), HasSubstr("belongs to another training: seed is 1, here 2"));
}

TEST(CheckpointFolder, HasOneUser) {
  const Scratch scratch;
  const CheckpointFolder folder(scratch.path());
  EXPECT_THAT(error_of([&] { CheckpointFolder(scratch.path()); }), HasSubstr("another run keeps its checkpoints here"));
}

TEST(CheckpointFolder, SaysAtOnceThatItCannotBeMadeOrIsTooSmall) {
  const Scratch scratch;
  scratch.write("file", testing::bytes_of("x"));
  EXPECT_THAT(error_of([&] { CheckpointFolder(scratch.path() / "file"); }), HasSubstr("cannot make the folder"));
  EXPECT_THAT(error_of([&] { CheckpointFolder(scratch.path() / "file" / "below"); }),
              HasSubstr("cannot make the folder"));
  EXPECT_THAT(error_of([&] { CheckpointFolder(scratch.path()).check_room(std::int64_t{1} << 50); }),
              HasSubstr("checkpoints need 4294967297 MiB and "));
}

}  // namespace
}  // namespace ringside
