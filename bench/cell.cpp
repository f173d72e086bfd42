// From an experiment to cells.
#include "bench/cell.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

Solver solver_in_effect(const Experiment& experiment, const Network& network, const std::string& strategy) {
  Solver solver = network.solver;
  if (const auto change = experiment.recipes.find(strategy); change != experiment.recipes.end()) {
    if (change->second.rate) solver.rate.base = *change->second.rate;
    if (change->second.momentum) solver.momentum = static_cast<float>(*change->second.momentum);
    if (change->second.weight_decay) solver.weight_decay = static_cast<float>(*change->second.weight_decay);
  }
  check_solver(solver);
  return solver;
}

std::int64_t length(const Experiment& experiment, const Network& network, int batch, int train_samples) {
  if (experiment.epochs > 0) return static_cast<std::int64_t>(std::ceil(experiment.epochs * train_samples / batch));
  return experiment.steps > 0 ? experiment.steps : network.solver.steps;
}

Cell make_cell(const Experiment& experiment, const Network& network, int train_samples, Scaling scaling,
               const std::string& strategy, int devices) {
  Cell cell;
  cell.experiment = experiment.name;
  cell.network = network;
  cell.network.solver = solver_in_effect(experiment, network, strategy);
  cell.strategy = strategy;
  cell.devices = devices;
  cell.scaling = scaling;
  cell.base_batch = experiment.batch > 0 ? experiment.batch : network.solver.batch;
  cell.batch = scaling == Scaling::weak ? cell.base_batch * devices : cell.base_batch;
  cell.steps = length(experiment, network, cell.batch, train_samples);
  if (experiment.epochs > 0) cell.epochs = experiment.epochs;
  cell.repetitions = experiment.repetitions;
  cell.warm_up_steps = experiment.warm_up_steps;
  cell.seed = experiment.seed;
  cell.backend = experiment.backend;
  cell.evaluate = experiment.evaluate;
  check_spec(find_strategy(strategy), {.network = cell.network, .devices = devices, .batch = cell.batch});
  // The first step of a repetition is not timed: it has nothing before it to overlap with.
  check(cell.steps >= 2 * cell.repetitions, "{}: {} steps in {} repetitions; expected at least 2 steps a repetition",
        describe(cell), cell.steps, cell.repetitions);
  return cell;
}

}  // namespace

std::vector<Cell> expand(const Experiment& experiment, const Network& network, int train_samples) {
  const std::string single(baseline_strategy);
  std::vector<Cell> cells;
  for (const Scaling scaling : experiment.scaling) {
    cells.push_back(make_cell(experiment, network, train_samples, scaling, single, 1));
    cells.back().added = std::ranges::find(experiment.strategies, single) == experiment.strategies.end();
    for (const int devices : experiment.devices)
      for (const std::string& strategy : experiment.strategies)
        if (strategy != single)
          cells.push_back(make_cell(experiment, network, train_samples, scaling, strategy, devices));
  }
  return cells;
}

std::string describe(const Cell& cell) {
  return fmt::format("{} {} on {} {}, {} scaling", cell.network.name, cell.strategy, cell.devices,
                     cell.devices == 1 ? "device" : "devices", name_of(cell.scaling));
}

std::int64_t steps_of_round(const Cell& cell, int round) {
  return cell.steps / cell.repetitions + (round < cell.steps % cell.repetitions ? 1 : 0);
}

bool is_baseline(const Cell& cell) {
  return cell.strategy == baseline_strategy;
}

}  // namespace ringside
