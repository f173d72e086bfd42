// Stochastic gradient descent as Caffe defines it: v = momentum · v + rate · (gradient + decay · w);  w = w - v.
#pragma once
#include <cstdint>
#include <vector>

namespace ringside {

struct LearningRate {
  enum class Policy {
    fixed,      // base
    step,       // base · gamma^floor(step / step_size)
    multistep,  // base · gamma^(number of `steps` reached)
    inv         // base · (1 + gamma · step)^-power
  };
  Policy policy = Policy::fixed;
  double base = 0.01;
  double gamma = 0;
  double power = 0;
  std::int64_t step_size = 0;
  std::vector<std::int64_t> steps;
};

struct Solver {
  LearningRate rate;
  float momentum = 0;
  float weight_decay = 0;
  int batch = 64;          // the recipe's batch
  std::int64_t steps = 0;  // the recipe's length
};

double learning_rate(const LearningRate& rate, std::int64_t step);

// Throws bad_input (`solver: momentum 1: expected ...`) for a value out of range.
void check_solver(const Solver& solver);

}  // namespace ringside
