// What every experiment must satisfy.
#include "bench/experiment.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/backend/registry.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

constexpr std::array<std::string_view, 2> scaling_names{"strong", "weak"};
constexpr std::array<std::string_view, 3> evaluate_names{"no", "at_end", "every_round"};

std::size_t position(std::span<const std::string_view> names, std::string_view what, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  check(found != names.end(), "{}: unknown value \"{}\"; did you mean \"{}\"? There are: {}", what, name,
        nearest(name, names), fmt::join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

template <class T>
void check_list(const std::vector<T>& list, std::string_view field) {
  check(!list.empty(), "no {}; expected at least one", field);
  check(std::set<T>(list.begin(), list.end()).size() == list.size(), "one of the {} is given twice", field);
}

void check_values(const Experiment& experiment) {
  check_list(experiment.networks, "networks");
  check_list(experiment.strategies, "strategies");
  check_list(experiment.devices, "numbers of devices");
  check_list(experiment.scaling, "kinds of scaling");
  for (const int devices : experiment.devices) check(devices >= 1, "{} devices; expected at least 1", devices);
  for (const std::string& strategy : experiment.strategies) find_strategy(strategy);
  for (const auto& [strategy, change] : experiment.recipes) find_strategy(strategy);
  find_backend(experiment.backend);
  check(experiment.batch >= 0, "a batch of {}; expected at least 1 sample", experiment.batch);
  check(experiment.steps >= 0, "{} steps; expected at least 2 a repetition", experiment.steps);
  check(experiment.epochs >= 0, "{} epochs; expected a number above 0", experiment.epochs);
  check(experiment.steps == 0 || experiment.epochs == 0, "steps and epochs are both given; expected one of them");
  check(experiment.repetitions >= 1, "{} repetitions; expected at least 1", experiment.repetitions);
  check(experiment.warm_up_steps >= 0, "{} warm-up steps; expected 0 or more", experiment.warm_up_steps);
}

}  // namespace

std::string_view name_of(Scaling scaling) {
  return scaling_names[static_cast<std::size_t>(scaling)];
}
std::string_view name_of(Evaluate evaluate) {
  return evaluate_names[static_cast<std::size_t>(evaluate)];
}

Scaling parse_scaling(std::string_view what, std::string_view name) {
  return static_cast<Scaling>(position(scaling_names, what, name));
}

Evaluate parse_evaluate(std::string_view what, std::string_view name) {
  return static_cast<Evaluate>(position(evaluate_names, what, name));
}

void check_experiment(const Experiment& experiment) {
  try {
    check_values(experiment);
  } catch (const Error& error) {
    fail("experiment {}: {}", experiment.name, error.what());
  }
}

}  // namespace ringside
