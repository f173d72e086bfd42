// How much faster than one device.
#include "bench/speed_up.h"

namespace ringside {
namespace {

bool wrong(const Outcome& outcome) {
  return outcome.status != Status::ok && outcome.status != Status::interrupted;
}

}  // namespace

SpeedUp speed_up(const Cell& cell, const Outcome& outcome, const Cell* base_cell, const Outcome* base,
                 int physical_devices) {
  const auto none = [](std::string reason) {
    SpeedUp nothing;
    nothing.reason = std::move(reason);
    return nothing;
  };
  if (!base || wrong(*base)) return none("no_baseline");
  if (wrong(outcome)) return none("not_valid");
  if (cell.devices > physical_devices) return none("oversubscribed");
  const Rounds own = timed(outcome.step_s), other = timed(base->step_s);
  if (joined(own).empty() || joined(other).empty()) return none("no_samples");
  const std::optional<Ratio> times = ratio_of_medians(other, own);
  if (!times) return none("zero_time");

  const double batches = static_cast<double>(cell.batch) / base_cell->batch;
  SpeedUp result;
  result.value = batches * times->value;
  if (times->low) result.low = batches * *times->low;
  if (times->high) result.high = batches * *times->high;
  result.efficiency = *result.value / cell.devices;
  return result;
}

}  // namespace ringside
