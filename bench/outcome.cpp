// What came of a cell.
#include "bench/outcome.h"

#include <algorithm>
#include <array>

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
