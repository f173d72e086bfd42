// The least common multiple of what turns with the steps.
#include "core/exec/rhythm.h"

#include <algorithm>
#include <numeric>

namespace ringside {

Rhythm rhythm_of(const StepGraph& graph, int steps_in_flight) {
  Rhythm rhythm{.period = steps_in_flight};
  for (const Buffer& buffer : graph.buffers) rhythm.period = std::lcm(rhythm.period, std::int64_t{buffer.copies});
  for (const Task& task : graph.tasks) {
    if (const auto* update = std::get_if<Update>(&task.op))
      rhythm.first = std::max<std::int64_t>(rhythm.first, update->gradient.age);
  }
  return rhythm;
}

}  // namespace ringside
