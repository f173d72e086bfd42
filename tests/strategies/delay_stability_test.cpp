// The table of stable learning rates in strategies/README.md, against the recurrence itself and its closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/strategies/formula_page.h"

namespace ringside {
namespace {

constexpr double printed_digits = 0.5e-4;

// Whether w(t+1) = w(t) - v(t+1), v(t+1) = momentum · v(t) + gain · w(t - delay) dies down, from w = 1 and at rest.
bool dies_down(int delay, double momentum, double gain) {
  constexpr int steps = 200000;
  std::array<double, 4> weights{1, 1, 1, 1};  // of the last four steps, in turn
  double velocity = 0;
  std::array<double, 2> largest{};  // of each half
  for (unsigned step = 3; step < steps; ++step) {
    velocity = momentum * velocity + gain * weights[(step - static_cast<unsigned>(delay)) % 4];
    const double next = weights[step % 4] - velocity;
    weights[(step + 1) % 4] = next;
    double& half = largest[2 * step / steps];
    half = std::max(half, std::abs(next));
    if (half > 1e100) return false;
    if (std::abs(velocity) + std::abs(next) < 1e-100) return true;
  }
  return largest[1] < largest[0];
}

double largest_stable(int delay, double momentum) {
  double stable = 0, unstable = 4.5;
  while (unstable - stable > printed_digits / 10) {
    const double middle = (stable + unstable) / 2;
    (dies_down(delay, momentum, middle) ? stable : unstable) = middle;
  }
  return stable;
}

TEST(DelayStability, ThePageTellsTheLargestStableRates) {
  const Rows rows = table_of_formula_page("τ | μ = 0 | μ = 0.5 | μ = 0.9");
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& [delay, row] : rows) {
    const double momenta[] = {0, 0.5, 0.9};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(largest_stable(std::stoi(delay), momenta[i]), std::stod(row[i]), 1.1 * printed_digits)
          << "delay " << delay << ", momentum " << momenta[i];
    }
  }
}

TEST(DelayStability, ClosedForms) {
  const Rows rows = table_of_formula_page("τ | μ = 0 | μ = 0.5 | μ = 0.9");
  for (int delay = 0; delay < 4; ++delay) {
    EXPECT_NEAR(std::stod(rows.at(std::to_string(delay))[0]), 2 * std::sin(std::numbers::pi / (2 * (2 * delay + 1))),
                printed_digits);
  }
  const double momenta[] = {0, 0.5, 0.9};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(std::stod(rows.at("0")[i]), 2 * (1 + momenta[i]), printed_digits);
    EXPECT_NEAR(std::stod(rows.at("1")[i]), 1 - momenta[i], printed_digits);
  }
}

}  // namespace
}  // namespace ringside
