// What came of a cell.
#include "bench/outcome.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ringside {

std::string_view name_of(Status status) {
  static constexpr std::array<std::string_view, 6> names{"ok",      "failed",      "diverged",
                                                         "timeout", "interrupted", "wrong_result"};
  return names[static_cast<std::size_t>(status)];
}

bool Outcome::valid() const {
  return status == Status::ok && !checks.empty() &&
         std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.passed(); });
}

void Outcome::add_steps(const std::vector<StepResult>& steps, double begin_s) {
  std::vector<double>& durations = step_s.emplace_back();
  for (const StepResult& step : steps) {
    if (!durations.empty())
      for (std::size_t device = 0; device < step.phases.size(); ++device) {
        Phases& sum = phases[device];
        const Phases& more = step.phases[device];
        sum.compute_s += more.compute_s;
        sum.communicate_s += more.communicate_s;
        sum.exposed_communicate_s += more.exposed_communicate_s;
        sum.input_s += more.input_s;
        sum.wait_s += more.wait_s;
      }
    durations.push_back(step.end_s - begin_s);
    begin_s = step.end_s;
  }
}

Check traffic_check(const Outcome& outcome) {
  const Traffic& counted = outcome.summary.traffic;
  const Traffic& expected = outcome.expected_traffic;
  return {
      "traffic", "the strategy's formula",
      static_cast<double>(std::abs(counted.floats - expected.floats) + std::abs(counted.messages - expected.messages)),
      0};
}

Rounds timed(const Rounds& step_s) {
  Rounds rounds;
  for (const auto& round : step_s) rounds.emplace_back(round.begin() + (round.empty() ? 0 : 1), round.end());
  return rounds;
}

std::vector<double> joined(const Rounds& rounds) {
  std::vector<double> all;
  for (const auto& round : rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

}  // namespace ringside
