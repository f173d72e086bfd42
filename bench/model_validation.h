// How far the simulator is off where both can be had: cells are timed on this machine and simulated on its machine file.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/cell.h"
#include "bench/graph_timer.h"
#include "bench/machine_file.h"
#include "bench/training_data.h"
#include "core/backend/registry.h"

namespace ringside {

class ModelValidation {
 public:
  // Every strategy on 1, 2, 4, ... devices as there are, strong and weak scaling, by each network's recipe. Takes the memory.
  ModelValidation(const std::vector<Network>& networks, const Backend& backend, const std::filesystem::path& bundled);

  int cells() const { return static_cast<int>(timed_.size()); }

  // Times every cell for a while, in another order each round; `on_cell` is told of each.
  void run_round(int round, const std::function<void()>& on_cell);

  // Simulates every cell. Requires: a round. Throws Error if the machine cannot hold one.
  std::vector<ComparedCell> compare(const Machine& machine) const;

 private:
  struct TimedCell {
    Cell cell;
    std::unique_ptr<GraphTimer> timer;
  };
  void add(const Network& network, const Backend& backend, const TrainingData& data, std::string_view strategy,
           int devices, Scaling scaling);

  std::vector<std::unique_ptr<TrainingData>> data_;
  std::vector<TimedCell> timed_;
};

// A line for each cell and one for all.
std::string comparison_text(const ModelError& error);

// The field "model_error" of a machine's file.
nlohmann::ordered_json model_error_json(const ModelError& error);

}  // namespace ringside
