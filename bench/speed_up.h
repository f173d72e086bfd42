// How much faster than one device, and how sure that is.
#pragma once
#include <optional>
#include <string>

#include "bench/cell.h"
#include "bench/outcome.h"

namespace ringside {

// (images/s of the cell) / (images/s of the baseline), images/s being batch / median step time, with the bootstrap's interval;
// efficiency is the speed-up / devices. Without a value there is a reason: "oversubscribed" (more devices than physical ones:
// what is measured is no speed-up), "no_samples", "zero_time", "no_baseline", "not_valid" (wrong results are not timed).
struct SpeedUp {
  std::optional<double> value, low, high, efficiency;
  std::string reason;
};

// `base_cell` and `base` are null where there is no baseline.
SpeedUp speed_up(const Cell& cell, const Outcome& outcome, const Cell* base_cell, const Outcome* base,
                 int physical_devices);

}  // namespace ringside
