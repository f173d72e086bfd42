// A cell: one strategy on one number of devices, everything decided. What a record is about, and the row and column of a table.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment.h"
#include "core/net/network.h"

namespace ringside {

// The strategy every speed-up is over, on one device.
inline constexpr std::string_view baseline_strategy = "single";
// Devices that exchange nothing: what no strategy can beat.
inline constexpr std::string_view bound_strategy = "independent";

struct Cell {
  std::string experiment;
  Network network;           // with the solver in effect
  std::string network_file;  // as the experiment names it, and the SHA-256 of the file
  std::string network_hash;
  std::string strategy;
  int devices = 1;
  Scaling scaling = Scaling::strong;
  int base_batch = 0;            // of one device (weak) or of all (strong)
  int batch = 0;                 // global
  std::int64_t steps = 0;        // of training, all repetitions together
  std::optional<double> epochs;  // the length was asked for in epochs
  int repetitions = 1;
  int warm_up_steps = 0;
  std::uint64_t seed = 1;
  std::string backend;
  Evaluate evaluate = Evaluate::at_end;
  bool added = false;     // a baseline that nobody asked for
  bool finished = false;  // has its record from an earlier run, and is run again only to be the others' baseline
};

// Cells of one network, in the order they are run: for every scaling the baseline first, then strategy by strategy on more and
// more devices. `single` runs on one device only; where the experiment lacks it, it is added. `train_samples` is the size of
// the training set. Throws bad_input for a cell that cannot be built.
std::vector<Cell> expand(const Experiment& experiment, const Network& network, int train_samples);

// `ring_delayed on 2 devices, strong scaling`.
std::string describe(const Cell& cell);

// Steps of repetition `round`; the first ones have one more where the steps do not divide.
std::int64_t steps_of_round(const Cell& cell, int round);

bool is_baseline(const Cell& cell);

}  // namespace ringside
