// Nearest names and the messages made of them.
#include "core/base/nearest.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/error.h"

namespace ringside {
namespace {

constexpr std::array<std::string_view, 4> menu{"single", "master_slave", "reduction_tree", "ring_delayed"};

std::string message_of(std::string_view name, std::span<const std::string_view> candidates) {
  try {
    fail_unknown("strategy", name, candidates);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return "nothing thrown";
}

TEST(Nearest, TakesTheSmallestEditDistance) {
  EXPECT_EQ(nearest("singel", menu), "single");  // two letters changed
  EXPECT_EQ(nearest("reduction-tree", menu), "reduction_tree");
  EXPECT_EQ(nearest("master_slaves", menu), "master_slave");  // one letter too many
  EXPECT_EQ(nearest("ring_delayd", menu), "ring_delayed");    // one too few
}

TEST(Nearest, CountsInsertionsDeletionsAndChangesAlike) {
  // kitten -> sitting is 3 (two changes, one insertion); kitten -> mitt is 3; kitten -> kits is 3; kitten -> bitter
  // is 2.
  constexpr std::array<std::string_view, 4> words{"sitting", "mitt", "kits", "bitter"};
  EXPECT_EQ(nearest("kitten", words), "bitter");
}

TEST(Nearest, AnAbbreviationIsNearerThanATypingError) {
  EXPECT_EQ(nearest("ring", menu), "ring_delayed");  // "single" is 3 edits away, "ring_delayed" 8
}

TEST(Nearest, TakesTheFirstOfEquals) {
  constexpr std::array<std::string_view, 2> words{"ab", "ac"};
  EXPECT_EQ(nearest("ax", words), "ab");
}

TEST(Nearest, IsEmptyWithoutCandidates) {
  EXPECT_EQ(nearest("ring", {}), "");
}

TEST(FailUnknown, NamesTheValueTheNearestAndTheMenu) {
  EXPECT_EQ(message_of("sinlge", menu),
            "unknown strategy \"sinlge\"; did you mean \"single\"? There are: single, master_slave, reduction_tree, "
            "ring_delayed");
}

TEST(FailUnknown, SaysSoIfTheMenuIsEmpty) {
  EXPECT_EQ(message_of("ring", {}), "unknown strategy \"ring\"; there are none");
}

}  // namespace
}  // namespace ringside
