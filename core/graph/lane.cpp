// The one place that decides in which lane an op runs.
#include "core/graph/lane.h"

#include <variant>

namespace ringside {

Lane lane_of(const Op& op) {
  if (std::holds_alternative<Forward>(op) || std::holds_alternative<Backward>(op)) return Lane::compute;
  if (const auto* update = std::get_if<Update>(&op)) return update->gradient.age == 0 ? Lane::compute : Lane::transfer;
  return Lane::transfer;
}

}  // namespace ringside
