// Cells timed and simulated.
#include "bench/model_validation.h"

#include <algorithm>
#include <cmath>

#include "bench/forecast.h"
#include "bench/statistics.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

constexpr double round_s = 0.12;  // for each cell

Experiment on_synthetic_data() {
  Experiment experiment;
  experiment.dataset = "synthetic";
  return experiment;
}

// Mean, as what is measured is a mean over several steps.
double simulated_step_s(const Cell& cell, const Machine& machine) {
  const Forecast made = forecast(cell, machine, 0);
  check(made.outcome.status == Status::ok, "{}: {}", describe(cell), made.outcome.message);
  return statistics(joined(timed(made.outcome.step_s))).value().mean;
}

double milliseconds(double seconds) {
  return std::round(seconds * 1e9) / 1e6;
}

double rounded(double error) {
  return std::round(error * 1e4) / 1e4;
}

}  // namespace

ModelValidation::ModelValidation(const std::vector<Network>& networks, const Backend& backend,
                                 const std::filesystem::path& bundled) {
  for (const Network& network : networks) {
    const TrainingData& data = *data_.emplace_back(
        std::make_unique<TrainingData>(on_synthetic_data(), network, std::filesystem::path(), bundled));
    for (int devices = 1; devices <= backend.physical_devices(); devices *= 2) {
      for (const Strategy& strategy : strategies()) {
        if (strategy.name == baseline_strategy && devices > 1) continue;
        add(network, backend, data, strategy.name, devices, Scaling::strong);
        if (devices > 1) add(network, backend, data, strategy.name, devices, Scaling::weak);
      }
    }
  }
}

void ModelValidation::add(const Network& network, const Backend& backend, const TrainingData& data,
                          std::string_view strategy, int devices, Scaling scaling) {
  Cell cell;
  cell.network = network;
  cell.strategy = strategy;
  cell.devices = devices;
  cell.scaling = scaling;
  cell.base_batch = network.solver.batch;
  cell.batch = cell.base_batch * (scaling == Scaling::weak ? devices : 1);
  const Strategy& chosen = find_strategy(strategy);
  const StepSpec spec{
      .network = network, .devices = devices, .batch = cell.batch, .library_sums = backend.has_collective(devices)};
  check_spec(chosen, spec);
  timed_.push_back({std::move(cell), std::make_unique<GraphTimer>(network, chosen.build(spec), backend, data)});
}

void ModelValidation::run_round(int round, const std::function<void()>& on_cell) {
  constexpr std::uint64_t stream = 0x7661'6c69'6400;
  for (const int turn : random_permutation({1, stream + static_cast<std::uint64_t>(round)}, cells())) {
    timed_[static_cast<std::size_t>(turn)].timer->run_round(round_s);
    on_cell();
  }
}

std::vector<ComparedCell> ModelValidation::compare(const Machine& machine) const {
  std::vector<ComparedCell> compared;
  for (const TimedCell& each : timed_)
    compared.push_back({.network = each.cell.network.name,
                        .strategy = each.cell.strategy,
                        .devices = each.cell.devices,
                        .batch = each.cell.batch,
                        .predicted_s = simulated_step_s(each.cell, machine),
                        .measured_s = each.timer->step_s()});
  return compared;
}

std::string comparison_text(const ModelError& error) {
  std::string text = fmt::format("{:14} {:16} {:>7} {:>6} {:>13} {:>12} {:>7}\n", "network", "strategy", "devices",
                                 "batch", "predicted ms", "measured ms", "error");
  for (const ComparedCell& cell : error.compared)
    text += fmt::format("{:14} {:16} {:7} {:6} {:13.3f} {:12.3f} {:+6.1f}%\n", cell.network, cell.strategy,
                        cell.devices, cell.batch, 1e3 * cell.predicted_s, 1e3 * cell.measured_s, 100 * cell.error());
  return text + fmt::format("{} cells: error {:.1f} % in the median, {:.1f} % at worst\n", error.compared.size(),
                            100 * error.median, 100 * error.worst);
}

nlohmann::ordered_json model_error_json(const ModelError& error) {
  nlohmann::ordered_json cells = nlohmann::ordered_json::array();
  for (const ComparedCell& cell : error.compared)
    cells.push_back({{"network", cell.network},
                     {"strategy", cell.strategy},
                     {"devices", cell.devices},
                     {"batch", cell.batch},
                     {"predicted_ms", milliseconds(cell.predicted_s)},
                     {"measured_ms", milliseconds(cell.measured_s)}});
  return {{"median", rounded(error.median)},
          {"worst", rounded(error.worst)},
          {"when", error.when},
          {"where", error.where},
          {"compared", std::move(cells)}};
}

}  // namespace ringside
