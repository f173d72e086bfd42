// A machine of equal devices on a crossbar: no message ever stands in another's way, unless it has the same end.
#pragma once
#include <string>

#include "core/sim/machine.h"

namespace ringside {

// Every device has its own full-duplex link to one switch, and one to the host that takes no time. Computing takes no time
// either, but for sums and updates, which take `sum_s_per_byte` for each byte of their result.
inline Machine uniform_machine(int devices, double latency_s, double bytes_per_s, double sum_s_per_byte) {
  Machine machine;
  machine.name = "uniform";
  machine.device.name = "device";
  machine.device.peak_flops_per_s = 1e300;
  machine.device.memory_bytes_per_s = sum_s_per_byte > 0 ? 3 / sum_s_per_byte : 1e300;
  machine.device.update_bytes_per_s = 1e300;
  machine.nodes = {"switch", "host"};
  for (int d = 0; d < devices; ++d) {
    machine.nodes.push_back("device " + std::to_string(d));
    machine.device_nodes.push_back(d + 2);
    machine.host_nodes.push_back(1);
    machine.islands.push_back(0);
    machine.links.push_back({d + 2, 0, "link " + std::to_string(d), bytes_per_s, latency_s / 2, true, Sharing::fair});
  }
  for (const int node : machine.device_nodes) machine.links.push_back({node, 1, "host", 1e300, 0, true, Sharing::fair});
  return machine;
}

}  // namespace ringside
