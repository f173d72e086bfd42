// Edit distance, and the message made of it.
#include "core/base/nearest.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/error.h"

namespace ringside {

namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string_view candidate : candidates) {
    // A name cut short is no typing error: what was left out at the end must not count.
    const bool begins = !name.empty() && candidate.starts_with(name);
    const std::size_t distance = begins ? 0 : edit_distance(name, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string_view> candidates) {
  if (candidates.empty()) return fmt::format(R"(unknown {} "{}"; there are none)", what, name);
  return fmt::format(R"(unknown {} "{}"; did you mean "{}"? There are: {})", what, name, nearest(name, candidates),
                     fmt::join(candidates, ", "));
}

void fail_unknown(std::string_view what, std::string_view name, std::span<const std::string_view> candidates) {
  fail("{}", unknown_name(what, name, candidates));
}

}  // namespace ringside
