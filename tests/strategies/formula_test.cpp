// The reader of formulas reads what it should, and nothing else.
#include "tests/strategies/formula.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ringside {
namespace {

const Symbols symbols{{"N", 5}, {"n", 100}, {"α", 7}, {"β", 2}};

TEST(Formula, Arithmetic) {
  EXPECT_EQ(evaluate("1+2*3-4/8", symbols), 6.5);
  EXPECT_EQ(evaluate("10-2-3", symbols), 5);
  EXPECT_EQ(evaluate("2(N-1)n", symbols), 800);
  EXPECT_EQ(evaluate("2(N-1)n/N", symbols), 160);
  EXPECT_EQ(evaluate("n(N-1)/N*β", symbols), 160);
  EXPECT_EQ(evaluate("(N-1)(α+nβ)", symbols), 828);
  EXPECT_EQ(evaluate("0", symbols), 0);
}

TEST(Formula, Functions) {
  EXPECT_EQ(evaluate("lg(N)", symbols), 3);
  EXPECT_EQ(evaluate("lg(N)n", symbols), 300);
  EXPECT_EQ(evaluate("2lg(8)", symbols), 6);
  EXPECT_EQ(evaluate("ceil(n/8)floor(n/8)", symbols), 13 * 12);
  EXPECT_EQ(evaluate("max(N,α)", symbols), 7);
}

TEST(Formula, NonsenseIsTurnedDown) {
  for (const char* nonsense : {"", "q", "2(N", "N)", "max(N)", "N++", "2 N"}) {
    EXPECT_THROW(evaluate(nonsense, symbols), std::invalid_argument) << nonsense;
  }
}

}  // namespace
}  // namespace ringside
