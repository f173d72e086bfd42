// A forecast: one cell on a machine that nobody has at hand. Its outcome comes from a simulation of the very graph that would be
// run; nothing is trained.
#pragma once
#include "bench/cell.h"
#include "bench/experiment.h"
#include "bench/outcome.h"
#include "core/sim/machine.h"

namespace ringside {

struct Forecast {
  Cell cell;  // its steps are those that were simulated
  StepGraph graph;
  Outcome outcome;
};

// The experiment as far as it concerns a simulation: one repetition, no length of its own, no test set.
Experiment without_training(Experiment experiment);

// Simulates from cold until the steps repeat, and takes the times of those. Too many devices, a model that the devices' memory
// does not hold, or a graph that is wrong become the outcome's status. `trace_steps`: keep the task times of the last so many.
Forecast forecast(Cell cell, const Machine& machine, std::int64_t trace_steps);

// Seconds a step in the steady state. Requires: the outcome's status is ok.
double step_seconds(const Outcome& outcome);

}  // namespace ringside
