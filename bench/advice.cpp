// The sweep.
#include "bench/advice.h"

#include <algorithm>

#include "bench/forecast.h"
#include "core/base/error.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

// Where the model was never compared with the machine: the worst error that the project allows where it can be measured.
constexpr double assumed_error = 0.10;

Candidate candidate(const AdviceRequest& request, const Machine& machine, const Strategy& strategy, int devices,
                    int batch) {
  Candidate result{.strategy = std::string(strategy.name), .obstacle = {}};
  Cell cell;
  cell.network = request.network;
  cell.strategy = result.strategy;
  cell.devices = devices;
  cell.scaling = request.scaling;
  cell.base_batch = batch;
  cell.batch = request.scaling == Scaling::weak ? batch * devices : batch;
  try {
    check_spec(strategy, {.network = cell.network, .devices = devices, .batch = cell.batch});
    const Forecast made = forecast(cell, machine, 0);
    if (made.outcome.status == Status::ok)
      result.img_per_s = cell.batch / step_seconds(made.outcome);
    else
      result.obstacle = made.outcome.message;
  } catch (const Error& error) {  // a batch too small for so many devices
    result.obstacle = error.what();
  }
  return result;
}

Machine with_bandwidth(Machine machine, double scale) {
  for (Link& link : machine.links) link.bytes_per_s *= scale;
  machine.staging.bytes_per_s *= scale;
  return machine;
}

AdviceCell compare(const AdviceRequest& request, const Machine& machine, const Candidate& single, int devices,
                   int batch, double error) {
  AdviceCell cell{.devices = devices, .batch = batch, .candidates = {single}};
  for (const Strategy& strategy : strategies()) {
    if (devices == 1 || strategy.name == baseline_strategy || strategy.meaning == Meaning::local_sgd) continue;
    cell.candidates.push_back(candidate(request, machine, strategy, devices, batch));
  }
  std::ranges::stable_sort(cell.candidates, std::greater<>(), &Candidate::img_per_s);
  for (Candidate& each : cell.candidates) {
    if (single.img_per_s > 0) each.speed_up = each.img_per_s / single.img_per_s;
    if (each.obstacle.empty() && each.img_per_s * (1 + error) >= cell.candidates.front().img_per_s) ++cell.leaders;
  }
  return cell;
}

}  // namespace

Advice advise(const AdviceRequest& request) {
  Advice advice{.request = request, .cells = {}};
  advice.error_is_measured = request.machine.model_error.has_value();
  advice.error = advice.error_is_measured ? request.machine.model_error->worst : assumed_error;
  for (const double scale : request.bandwidth_scales) {
    const Machine machine = with_bandwidth(request.machine.machine, scale);
    for (const int batch : request.batches) {
      const Candidate single = candidate(request, machine, find_strategy(baseline_strategy), 1, batch);
      for (const int devices : request.devices) {
        advice.cells.push_back(compare(request, machine, single, devices, batch, advice.error));
        advice.cells.back().bandwidth_scale = scale;
      }
    }
  }
  return advice;
}

}  // namespace ringside
