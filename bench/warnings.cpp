// The warnings of a record.
#include "bench/warnings.h"

#include "bench/build_info.h"
#include "core/base/error.h"
#include "core/graph/lane.h"

namespace ringside {
namespace {

constexpr double wide_spread = 0.05;
constexpr int least_repetitions = 5;

}  // namespace

std::vector<Warning> warnings(const Cell& cell, const Outcome& outcome, const SpeedUp& speed_up, const Dataset& data,
                              const Environment& here) {
  std::vector<Warning> all;
  const auto warn = [&](std::string code, std::string text) { all.push_back({std::move(code), std::move(text)}); };
  if (is_slow_build())
    warn("slow_build", fmt::format("built as {}{}: times mean nothing", build_info().build_type,
                                   build_info().sanitizer.empty() ? "" : " with a sanitizer"));
  if (!data.real) warn("synthetic_data", "the data are made up: accuracy says nothing about the real data set");
  if (cell.devices > here.physical_devices)
    warn("oversubscribed", fmt::format("{} devices on {} physical ones: no speed-up can be read from this",
                                       cell.devices, here.physical_devices));
  else if (cell.devices * lanes_per_device > here.cores)
    warn("more_lanes_than_cores", fmt::format("{} lanes on {} cores: communication takes time from computation",
                                              cell.devices * lanes_per_device, here.cores));
  if (const auto steps = statistics(joined(timed(outcome.step_s))); steps && steps->spread > wide_spread)
    warn("wide_spread", fmt::format("step times spread over {:.0f} % of their median", 100 * steps->spread));
  const bool few = cell.repetitions < least_repetitions;
  if (few)
    warn("few_repetitions", fmt::format("{} repetitions are too few to know the uncertainty: expected {} or more",
                                        cell.repetitions, least_repetitions));
  if (!few && speed_up.low && *speed_up.low > cell.devices)
    warn("efficiency_above_one", fmt::format("{} is {:.2f} times as fast as one device, more than there can be",
                                             describe(cell), *speed_up.value));
  return all;
}

}  // namespace ringside
