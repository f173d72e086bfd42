// Which graphs are timed, and when.
#include "bench/calibration.h"

#include <algorithm>
#include <set>
#include <utility>

#include "bench/calibration_graph.h"
#include "bench/calibration_numbers.h"
#include "bench/environment.h"
#include "core/base/random.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

constexpr double round_s = 0.12;  // for each graph

Experiment on_synthetic_data() {
  Experiment experiment;
  experiment.dataset = "synthetic";
  return experiment;
}

}  // namespace

Calibration::Calibration(std::vector<Network> networks, const Backend& backend, const std::filesystem::path& bundled)
    : networks_(std::move(networks)), backend_(backend) {
  const int batch_devices = std::max(2, backend.physical_devices());
  for (const Network& network : networks_) {
    const TrainingData& data = data_.emplace_back(on_synthetic_data(), network, std::filesystem::path(), bundled);
    const int batch = network.solver.batch;
    for (const int samples : std::set{std::max(1, batch / 4), std::max(1, batch / 2), batch, 2 * batch})
      add(Purpose::alone, network, data, samples);
    for (const int samples : std::set{std::max(1, batch / batch_devices), batch}) {
      if (backend.physical_devices() > 1) add(Purpose::crowd, network, data, samples);
      add(Purpose::slices, network, data, samples);
    }
    add(Purpose::moves, network, data, std::max(1, batch / batch_devices));
  }
}

void Calibration::add(Purpose purpose, const Network& network, const TrainingData& data, int samples) {
  const int devices = purpose == Purpose::alone ? 1 : std::max(2, backend_.physical_devices());
  const StepSpec spec{.network = network, .devices = devices, .batch = devices * samples};
  const char* strategy = purpose == Purpose::slices ? "model_parallel" : "independent";
  StepGraph graph = purpose == Purpose::moves ? move_graph(network, samples) : find_strategy(strategy).build(spec);
  graphs_.push_back(
      {purpose, network, samples, std::make_unique<GraphTimer>(network, std::move(graph), backend_, data)});
}

void Calibration::run_round(int round, const std::function<void()>& on_graph) {
  constexpr std::uint64_t stream = 0x6361'6c69'6200;
  for (const int turn : random_permutation({1, stream + static_cast<std::uint64_t>(round)}, graphs())) {
    graphs_[static_cast<std::size_t>(turn)].timer->run_round(round_s);
    on_graph();
  }
}

nlohmann::ordered_json Calibration::machine() const {
  return CalibrationNumbers(graphs_, backend_).machine(observe(backend_));
}

}  // namespace ringside
