// Where a graph runs: a profile of the devices and the links between them. Plain data, read from bench/machines/*.json.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/sim/measured.h"

namespace ringside {

// The share of a device's peak that a kind of layer reaches: of_peak · flops / (flops + half_flops), so that a call with
// `half_flops` reaches half of it.
struct Efficiency {
  std::string layer;  // kind_name: "conv", "dense"; "*" for every other
  double of_peak = 1;
  double half_flops = 0;
};

struct DeviceProfile {
  std::string name;
  double peak_flops_per_s = 0;    // fp32
  double memory_bytes_per_s = 0;  // what a copy or a sum reaches, read and written bytes together
  double memory_bytes = 0;
  double launch_s = 0;            // fixed cost of any op that computes
  double update_bytes_per_s = 0;  // the fused SGD update; 0: memory_bytes_per_s
  double pixel_s = 0;             // of a copy of channels, for every pixel, besides its bytes
  std::vector<Efficiency> efficiencies;
  std::vector<MeasuredLayer> measured_layers;  // both beat the estimate
  std::vector<MeasuredMove> measured_moves;
};

enum class Sharing {
  fair,     // everything under way gets an equal part of the capacity
  in_order  // one after another, first come first served
};

// A cable between two nodes. Full duplex: each direction has the whole bandwidth.
struct Link {
  int node_a = 0, node_b = 0;
  std::string name;
  double bytes_per_s = 0;
  double latency_s = 0;
  bool full_duplex = true;
  Sharing sharing = Sharing::fair;
};

// Copies between two devices that cannot reach each other directly go through the host's memory.
struct Staging {
  bool needed = false;     // between devices on different `islands`
  double bytes_per_s = 0;  // cap of a staged copy
  double latency_s = 0;    // added to it
};

// How many lanes one processor carries, and what it costs to pass work from one to another. Devices of a CPU have both their
// lanes on one core, and more devices than cores share them; a GPU's sums and updates take time from its compute if
// `lanes_share`.
struct Execution {
  bool lanes_share = false;
  int cores = 0;                   // 0: every device has its own processor
  bool transfers_compute = false;  // a copy occupies the processor of its lane, as between CPU threads
  double crowding = 1;             // times as long as one device alone that an op takes when every device is at work
  double handoff_s = 0;            // from the end of a task to the beginning of one of another lane that waited for it
  double wake_up_s = 0;            // the same where the other lane is another device's, which has gone to sleep,
  double sleeps_after_s = 0;       // as it does when it has waited so long; 0: never
};

struct Machine {
  std::string name;
  std::string description;
  DeviceProfile device;  // all devices are alike
  Execution execution;
  std::vector<std::string> nodes;  // devices, switches, root complexes, network cards, ...
  std::vector<int> device_nodes;   // of device 0, 1, ...: their number is the most that can be simulated
  std::vector<int> islands;        // of device 0, 1, ...: devices of one island reach each other directly
  std::vector<int> host_nodes;     // of device 0, 1, ...: the memory that its batches come from
  std::vector<Link> links;
  Staging staging;

  int devices() const { return static_cast<int>(device_nodes.size()); }
};

}  // namespace ringside
