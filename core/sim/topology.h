// Ways through a machine.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/sim/machine.h"

namespace ringside {

// One direction of a link; of a half-duplex link both directions are one channel.
struct Route {
  std::vector<int> channels;  // the channels a message occupies, all at once (cut-through)
  double latency_s = 0;       // sum over the way
  double bytes_per_s = 0;     // of the narrowest link, or the cap of a staged copy
};

class Topology {
 public:
  // Keeps a reference. Throws bad_input if a link names no node, or a bandwidth is not positive.
  explicit Topology(const Machine& machine);

  int channels() const { return static_cast<int>(machine_.links.size()) * 2; }
  const Link& link_of(int channel) const { return machine_.links[static_cast<std::size_t>(channel / 2)]; }

  // The way with the fewest links (the first found in file order); the host is the one of the device at the other end.
  // Throws bad_input if there is none.
  Route route(DeviceId from, DeviceId to) const;

 private:
  struct Hop {
    int node = 0;
    int channel = 0;
  };
  int node_of(DeviceId device, DeviceId other) const;

  const Machine& machine_;
  std::vector<std::vector<Hop>> hops_;  // from every node
};

}  // namespace ringside
