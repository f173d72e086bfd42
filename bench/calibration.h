// Calibration: this machine measured, as a machine file that others can be simulated beside. Everything goes through backends'
// devices, streams and events: what holds for cores holds for GPUs.
#pragma once
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/graph_timer.h"
#include "bench/training_data.h"
#include "core/backend/registry.h"
#include "core/net/network.h"

namespace ringside {

// What a graph is timed for.
enum class Purpose {
  alone,   // whole layers, one device at work
  crowd,   // the same, every device at work
  slices,  // layers split by channels, copies of channels, hand-overs
  moves    // transfers, sums and updates of all sizes, hand-overs
};

struct TimedGraph {
  Purpose purpose{};
  const Network& network;
  int samples = 0;  // of each device
  std::unique_ptr<GraphTimer> timer;
};

class Calibration {
 public:
  // Takes the memory of all graphs: for each network its recipe's batch, a quarter, a half and twice as much of it.
  // `bundled`: the checkout's data folder. Throws Error for what a session throws.
  Calibration(std::vector<Network> networks, const Backend& backend, const std::filesystem::path& bundled);

  int graphs() const { return static_cast<int>(graphs_.size()); }

  // Times every graph for a while, in another order each round; `on_graph` is told of each.
  void run_round(int round, const std::function<void()>& on_graph);

  // The machine as its file has it: each number the fastest stretch of all rounds. Requires: a round.
  nlohmann::ordered_json machine() const;

 private:
  void add(Purpose purpose, const Network& network, const TrainingData& data, int samples);

  std::vector<Network> networks_;
  const Backend& backend_;
  std::deque<TrainingData> data_;
  std::vector<TimedGraph> graphs_;
};

}  // namespace ringside
