// Phases of windows worked out by hand, and of random ones against a count of small slices of time.
#include "core/exec/phases.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ringside {
namespace {

TEST(Phases, ByHand) {
  // compute  ..##....####..    from 2 to 4, from 8 to 12
  // transfer .#####....##..    input from 1 to 3, from 3 to 6; from 10 to 12
  const std::vector<Busy> compute{{{2, 4}}, {{8, 12}}};
  const std::vector<Busy> transfer{{{1, 3}, true}, {{3, 6}}, {{10, 12}}};
  const Phases all = phases_within({0, 14}, compute, transfer);
  EXPECT_DOUBLE_EQ(all.compute_s, 6);
  EXPECT_DOUBLE_EQ(all.communicate_s, 7);
  EXPECT_DOUBLE_EQ(all.exposed_communicate_s, 3);  // 1 to 2, 4 to 6
  EXPECT_DOUBLE_EQ(all.input_s, 2);
  EXPECT_DOUBLE_EQ(all.wait_s, 5);  // 0 to 1, 6 to 8, 12 to 14
  const Phases part = phases_within({2.5, 9}, compute, transfer);
  EXPECT_DOUBLE_EQ(part.compute_s, 2.5);
  EXPECT_DOUBLE_EQ(part.communicate_s, 3.5);
  EXPECT_DOUBLE_EQ(part.exposed_communicate_s, 2);
  EXPECT_DOUBLE_EQ(part.input_s, 0.5);
  EXPECT_DOUBLE_EQ(part.wait_s, 2);
}

TEST(Phases, OfNothing) {
  const Phases empty = phases_within({3, 3}, {}, {});
  EXPECT_EQ(empty.compute_s + empty.communicate_s + empty.exposed_communicate_s + empty.input_s + empty.wait_s, 0);
  EXPECT_EQ(phases_within({3, 5}, {}, {}).wait_s, 2);
}

constexpr int slices = 40;  // of a second each

TEST(Phases, CountedInSlices) {
  const auto lane = [](std::mt19937& random, std::vector<bool>& busy) {
    std::vector<Busy> intervals;
    for (int begin = static_cast<int>(random() % 4); begin < slices;) {
      const int end = std::min(slices, begin + 1 + static_cast<int>(random() % 5));
      intervals.push_back({{static_cast<double>(begin), static_cast<double>(end)}});
      for (int s = begin; s < end; ++s) busy[static_cast<std::size_t>(s)] = true;
      begin = end + static_cast<int>(random() % 5);
    }
    return intervals;
  };
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<bool> computes(slices), transfers(slices);
    const auto compute = lane(random, computes);
    const auto transfer = lane(random, transfers);
    const int begin = static_cast<int>(random() % slices);
    const int end = begin + static_cast<int>(random() % static_cast<unsigned>(slices - begin));
    const Phases phases = phases_within({static_cast<double>(begin), static_cast<double>(end)}, compute, transfer);
    int compute_slices = 0, exposed = 0, both = 0, idle = 0;
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      compute_slices += computes[s] ? 1 : 0;
      exposed += transfers[s] && !computes[s] ? 1 : 0;
      both += transfers[s] && computes[s] ? 1 : 0;
      idle += !transfers[s] && !computes[s] ? 1 : 0;
    }
    EXPECT_EQ(phases.compute_s, compute_slices) << "seed " << seed;
    EXPECT_EQ(phases.communicate_s, exposed + both) << "seed " << seed;
    EXPECT_EQ(phases.exposed_communicate_s, exposed) << "seed " << seed;
    EXPECT_EQ(phases.wait_s, idle) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ringside
