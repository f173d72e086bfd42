// Which strategy is the fastest where: a sweep over devices, batches and bandwidths on one machine, simulated.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/experiment.h"
#include "bench/machine_file.h"
#include "core/net/network.h"

namespace ringside {

struct AdviceRequest {
  Network network;
  MachineFile machine;
  Scaling scaling = Scaling::strong;
  std::vector<int> devices, batches;     // batch: of all devices (strong) or of each (weak)
  std::vector<double> bandwidth_scales;  // of every link
};

// What one strategy would do in one place of the sweep.
struct Candidate {
  std::string strategy;
  double img_per_s = 0;
  double speed_up = 0;   // over one device with the same batch (strong) or its own (weak)
  std::string obstacle;  // why it cannot be run; empty: it can
};

struct AdviceCell {
  int devices = 0, batch = 0;
  double bandwidth_scale = 1;
  std::vector<Candidate> candidates;  // the fastest first, then those that cannot be run
  int leaders = 0;                    // how many of the first are too close to tell apart; 0: none can be run
};

struct Advice {
  AdviceRequest request;
  double error = 0;  // of the model, relative: what is closer than this is too close to call
  bool error_is_measured = false;
  std::vector<AdviceCell> cells;  // by bandwidth, then batch, then devices
};

// Never `independent`, which is a bound and trains nothing in common; `single` on one device is a candidate everywhere.
Advice advise(const AdviceRequest& request);

std::string advice_text(const Advice& advice);
nlohmann::ordered_json advice_json(const Advice& advice);

}  // namespace ringside
