// Every instruction set's sums and updates: right, and the same bits as the baseline's.
#include "core/backend/cpu_vector.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"

namespace ringside {
namespace {

constexpr std::uint64_t seed = 4711;

std::vector<float> random_values(int count, std::uint64_t stream) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) values.push_back(random_normal({seed, stream}, static_cast<std::uint64_t>(i)));
  return values;
}

// Lengths around every vector width, with remainders, from unaligned starts.
template <class F>
void for_each_length(F f) {
  for (int count = 0; count <= 130; ++count) {
    for (const int start : {0, 1, 3}) {
      SCOPED_TRACE(testing::Message() << count << " floats from place " << start << ", seed " << seed);
      f(count, start);
    }
  }
}

std::vector<float> add(const CpuVector& version, int count, int start) {
  auto into = random_values(count + start + 1, 1);
  const auto source = random_values(count + start, 2);
  version.add(into.data() + start, source.data() + start, count);
  return into;
}

struct Sgd {
  std::vector<float> weights, updated, velocity;
  bool operator==(const Sgd&) const = default;
};

constexpr float rate = 0.013F;
constexpr float decay = 0.0005F;
constexpr float momentum = 0.9F;

Sgd sgd(const CpuVector& version, int count, int start, bool in_place, bool has_velocity) {
  const auto gradient = random_values(count + start, 3);
  Sgd result{random_values(count + start + 1, 4), random_values(count + start + 1, 5),
             random_values(count + start + 1, 6)};
  version.sgd({.gradient = gradient.data() + start,
               .weights = result.weights.data() + start,
               .updated = (in_place ? result.weights : result.updated).data() + start,
               .velocity = has_velocity ? result.velocity.data() + start : nullptr,
               .count = count,
               .rate = rate,
               .decay = decay,
               .momentum = has_velocity ? momentum : 0});
  return result;
}

TEST(CpuVector, MenuBeginsWithTheBaseline) {
  ASSERT_FALSE(cpu_vectors().empty());
  EXPECT_EQ(cpu_vectors().front().instruction_set, "baseline");
  EXPECT_EQ(cpu_vector().instruction_set, cpu_vectors().back().instruction_set);
}

TEST(CpuVector, AddsExactly) {
  for_each_length([](int count, int start) {
    const auto before = random_values(count + start + 1, 1);
    const auto source = random_values(count + start, 2);
    auto expected = before;
    for (int i = start; i < start + count; ++i)
      expected[static_cast<std::size_t>(i)] += source[static_cast<std::size_t>(i)];
    for (const CpuVector& version : cpu_vectors())
      EXPECT_EQ(add(version, count, start), expected) << version.instruction_set;
  });
}

TEST(CpuVector, UpdatesGiveTheBaselinesBits) {
  for_each_length([](int count, int start) {
    for (const bool has_velocity : {false, true}) {
      const Sgd expected = sgd(cpu_vectors().front(), count, start, false, has_velocity);
      for (const CpuVector& version : cpu_vectors()) {
        EXPECT_EQ(sgd(version, count, start, false, has_velocity), expected) << version.instruction_set;
        const Sgd in_place = sgd(version, count, start, true, has_velocity);
        EXPECT_EQ(in_place.velocity, expected.velocity) << version.instruction_set;
        for (int i = start; i < start + count; ++i) {
          EXPECT_EQ(in_place.weights[static_cast<std::size_t>(i)], expected.updated[static_cast<std::size_t>(i)]);
        }
      }
    }
  });
}

TEST(CpuVector, UpdatesFollowTheFormula) {
  constexpr int count = 100;
  const auto gradient = random_values(count, 3);
  const auto weights = random_values(count, 4);
  const auto velocity = random_values(count, 6);
  const Sgd result = sgd(cpu_vector(), count, 0, false, true);
  for (std::size_t i = 0; i < count; ++i) {
    const double step = double{momentum} * velocity[i] + rate * (gradient[i] + double{decay} * weights[i]);
    EXPECT_NEAR(result.velocity[i], step, 1e-6);
    EXPECT_NEAR(result.updated[i], weights[i] - step, 1e-6);
  }
}

}  // namespace
}  // namespace ringside
