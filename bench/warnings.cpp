// The warnings of a record.
#include "bench/warnings.h"

#include <cmath>
#include <functional>

#include "bench/cpu_time.h"
#include "bench/findings.h"
#include "core/base/error.h"
#include "core/graph/lane.h"

namespace ringside {
namespace {

constexpr double wide_spread = 0.05;
constexpr int least_repetitions = 5;
constexpr double large_drift = 0.1;

using Warn = std::function<void(std::string, std::string)>;

void warn_of_simulation(const MachineFile& file, const Warn& warn) {
  if (file.unverified > 0)
    warn("unverified_machine",
         fmt::format("{} of the {} numbers that describe machine {} were not read at their source", file.unverified,
                     file.numbers, file.machine.name));
  if (!file.model_error)
    warn("unknown_model_error",
         fmt::format("nobody has compared the model of machine {} with the machine", file.machine.name));
}

void warn_of_measurement(const RecordSource& source, const Environment& here, const Warn& warn) {
  const Cell& cell = source.cell;
  for (const Finding& one : findings(here))
    if (one.weight == Finding::Weight::warning) warn(one.code, one.text);
  if (!source.data->real) warn("synthetic_data", "the data are made up: accuracy says nothing about the real data set");
  if (cell.devices > here.physical_devices)
    warn("oversubscribed", fmt::format("{} devices on {} physical ones: no speed-up can be read from this",
                                       cell.devices, here.physical_devices));
  else if (cell.devices * lanes_per_device > here.cores)
    warn("more_lanes_than_cores", fmt::format("{} lanes on {} cores: communication takes time from computation",
                                              cell.devices * lanes_per_device, here.cores));
  if (const auto busy = source.outcome.other_programs_cores; busy && *busy > acceptable_busy_cores)
    warn("busy_machine",
         fmt::format("other programs kept {:.1f} of {} cores busy: stop them and run again", *busy, here.cores));
  if (const auto moved = drift(timed(source.outcome.step_s)); moved && std::abs(*moved) > large_drift)
    warn("drift", fmt::format("step times went {} by {:.0f} % from the first repetition to the last",
                              *moved > 0 ? "up" : "down", 100 * std::abs(*moved)));
  if (cell.repetitions < least_repetitions)
    warn("few_repetitions", fmt::format("{} repetitions are too few to know the uncertainty: expected {} or more",
                                        cell.repetitions, least_repetitions));
}

}  // namespace

std::vector<Warning> warnings(const RecordSource& source, const SpeedUp& speed_up, const Environment& here) {
  std::vector<Warning> all;
  const Warn warn = [&](std::string code, std::string text) { all.push_back({std::move(code), std::move(text)}); };
  const Cell& cell = source.cell;
  if (source.machine)
    warn_of_simulation(*source.machine, warn);
  else
    warn_of_measurement(source, here, warn);
  if (const auto steps = statistics(joined(timed(source.outcome.step_s))); steps && steps->spread > wide_spread)
    warn("wide_spread", fmt::format("step times spread over {:.0f} % of their median", 100 * steps->spread));
  if (cell.repetitions >= least_repetitions && speed_up.low && *speed_up.low > cell.devices)
    warn("efficiency_above_one", fmt::format("{} is {:.2f} times as fast as one device, more than there can be",
                                             describe(cell), *speed_up.value));
  return all;
}

}  // namespace ringside
