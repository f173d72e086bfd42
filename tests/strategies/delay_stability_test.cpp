// The table of stable learning rates in strategies/README.md, against the recurrence itself and its closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/strategies/formula_page.h"

namespace ringside {
namespace {

constexpr double printed_digits = 0.5e-4;

// Whether w(t+1) = w(t) - v(t+1), v(t+1) = momentum · v(t) + gain · w(t - delay) dies down, from w = 1 and at rest.
bool dies_down(int delay, double momentum, double gain) {
  std::vector<double> weights(static_cast<std::size_t>(delay) + 1, 1.0);  // of the last steps, the oldest first
  double velocity = 0, first_half = 0;
  constexpr int steps = 400000;
  double largest = 0;
  for (int step = 0; step < steps; ++step) {
    velocity = momentum * velocity + gain * weights.front();
    const double next = weights.back() - velocity;
    weights.erase(weights.begin());
    weights.push_back(next);
    largest = std::max(largest, std::abs(next));
    if (largest > 1e100) return false;
    if (step == steps / 2) {
      first_half = largest;
      largest = 0;
    }
  }
  return largest < first_half;
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
      EXPECT_NEAR(largest_stable(std::stoi(delay), momenta[i]), std::stod(row[i]), 1.5 * printed_digits)
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
