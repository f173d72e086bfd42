// The counter under streams and events.
#include "core/backend/counter.h"

#include <gtest/gtest.h>

#include <thread>

namespace ringside {
namespace {

TEST(Counter, ReachesWhatLiesBehindIt) {
  Counter counter;
  EXPECT_TRUE(counter.has_reached(0));
  EXPECT_FALSE(counter.has_reached(1));
  counter.set(5);
  EXPECT_TRUE(counter.has_reached(5));
  EXPECT_FALSE(counter.has_reached(6));
}

TEST(Counter, WrapsAround) {
  Counter counter;
  counter.set(0xFFFFFFFFU);
  EXPECT_TRUE(counter.has_reached(0xFFFFFFF0U));
  EXPECT_FALSE(counter.has_reached(0));
  EXPECT_FALSE(counter.has_reached(3));
  counter.set(3);
  EXPECT_TRUE(counter.has_reached(0xFFFFFFFFU));
}

TEST(Counter, GivesUpAfterItsTimeout) {
  Counter counter;
  EXPECT_FALSE(counter.await(1, 0.001));
  EXPECT_FALSE(counter.await(1, -1));
  counter.set(1);
  EXPECT_TRUE(counter.await(1, 0));
}

// The setting thread goes slower than anybody spins, so that the others sleep, and then as fast as it can.
TEST(Counter, WakesEverySleeper) {
  constexpr std::uint32_t slow = 20;
  constexpr std::uint32_t all = 20000;
  Counter counter;
  int value = 0;  // not atomic
  std::vector<std::jthread> waiters;
  for (int i = 0; i < 3; ++i) {
    waiters.emplace_back([&] {
      for (std::uint32_t number = 1; number <= all; ++number) counter.await(number);
      EXPECT_EQ(value, 1);
    });
  }
  for (std::uint32_t number = 1; number <= all; ++number) {
    if (number <= slow) std::this_thread::sleep_for(std::chrono::microseconds(300));
    if (number == all) value = 1;
    counter.set(number);
  }
}

}  // namespace
}  // namespace ringside
