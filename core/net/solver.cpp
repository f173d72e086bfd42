// The learning rate of a step, and what a solver may hold.
#include "core/net/solver.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/error.h"

namespace ringside {

namespace {

void check_rate(const LearningRate& rate) {
  check(std::isfinite(rate.base) && rate.base >= 0, "solver: rate: base {}: expected 0 or more", rate.base);
  check(std::isfinite(rate.gamma) && rate.gamma >= 0, "solver: rate: gamma {}: expected 0 or more", rate.gamma);
  check(std::isfinite(rate.power), "solver: rate: power {}: expected a finite number", rate.power);
  if (rate.policy == LearningRate::Policy::step) {
    check(rate.step_size >= 1, "solver: rate: step_size {}: expected 1 or more", rate.step_size);
  }
  if (rate.policy == LearningRate::Policy::multistep) {
    check(!rate.steps.empty(), "solver: rate: expected at least one step at which it changes");
    check(rate.steps.front() >= 0, "solver: rate: changes at step {}: expected 0 or more", rate.steps.front());
    const auto falling = std::adjacent_find(rate.steps.begin(), rate.steps.end(), std::greater_equal<>());
    check(falling == rate.steps.end(), "solver: rate: changes at step {}, then at {}: expected rising numbers",
          falling == rate.steps.end() ? 0 : falling[0], falling == rate.steps.end() ? 0 : falling[1]);
  }
}

}  // namespace

double learning_rate(const LearningRate& rate, std::int64_t step) {
  switch (rate.policy) {
    case LearningRate::Policy::fixed:
      break;
    case LearningRate::Policy::step: {
      const std::int64_t falls = step / rate.step_size;
      return rate.base * std::pow(rate.gamma, static_cast<double>(falls));
    }
    case LearningRate::Policy::multistep: {
      const auto reached = std::upper_bound(rate.steps.begin(), rate.steps.end(), step) - rate.steps.begin();
      return rate.base * std::pow(rate.gamma, static_cast<double>(reached));
    }
    case LearningRate::Policy::inv:
      return rate.base * std::pow(1 + rate.gamma * static_cast<double>(step), -rate.power);
  }
  return rate.base;
}

void check_solver(const Solver& solver) {
  check_rate(solver.rate);
  check(solver.momentum >= 0 && solver.momentum < 1, "solver: momentum {}: expected 0 or more, less than 1",
        solver.momentum);
  check(std::isfinite(solver.weight_decay) && solver.weight_decay >= 0, "solver: weight_decay {}: expected 0 or more",
        solver.weight_decay);
  check(solver.batch >= 1, "solver: batch {}: expected 1 or more", solver.batch);
  check(solver.steps >= 0, "solver: steps {}: expected 0 or more", solver.steps);
}

}  // namespace ringside
