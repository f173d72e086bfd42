// Strict numbers and lists.
#include "bench/numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseWhole, TakesDigitsInRange) {
  EXPECT_EQ(parse_whole("--steps", "0", 0), 0);
  EXPECT_EQ(parse_whole("--steps", "0012", 1), 12);  // decimal, whatever zeros lead
}

TEST(ParseWhole, RefusesEverythingElse) {
  for (const char* text : {"", "abc", "1.5", "1e3", "0x10", " 1", "1 ", "+1", "-1", "99999999999999999999", "١"})
    EXPECT_THAT(testing::error_of([&] { parse_whole("--steps", text, 1); }),
                HasSubstr("--steps: expected a whole number from 1"))
        << text;
}

TEST(ParsePositive, TakesDecimalsWhateverTheLocale) {
  EXPECT_EQ(parse_positive("--epochs", "2.5"), 2.5);
}

TEST(ParsePositive, RefusesEverythingElse) {
  for (const char* text : {"", "0", "-1", "nan", "inf", "2,5", "2.5x"})
    EXPECT_THAT(testing::error_of([&] { parse_positive("--epochs", text); }), HasSubstr("--epochs: expected a number"))
        << text;
}

TEST(ParseList, SplitsAtCommas) {
  EXPECT_THAT(parse_list("--devices", "1"), ElementsAre("1"));
  EXPECT_THAT(parse_list("--devices", "a,eth0,b"), ElementsAre("a", "eth0", "b"));
}

TEST(ParseList, RefusesEmptyItems) {
  for (const char* text : {"", ",", "1,", ",1", "1,,2"})
    EXPECT_THAT(testing::error_of([&] { parse_list("--devices", text); }), HasSubstr("--devices: expected names"))
        << text;
}

TEST(Grouped, SetsCommasEveryThreeDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999.4), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(12345678.9), "12,345,679");
  EXPECT_EQ(grouped(-123), "-123");
  EXPECT_EQ(grouped(-1234), "-1,234");
}

}  // namespace
}  // namespace ringside
