// Breadth-first search through a machine's links.
#include "core/sim/topology.h"

#include <algorithm>
#include <deque>

#include "core/base/error.h"

namespace ringside {

Topology::Topology(const Machine& machine) : machine_(machine), hops_(machine.nodes.size()) {
  const auto nodes = static_cast<int>(machine.nodes.size());
  for (std::size_t l = 0; l < machine.links.size(); ++l) {
    const Link& link = machine.links[l];
    check(link.node_a >= 0 && link.node_a < nodes && link.node_b >= 0 && link.node_b < nodes,
          "machine {}: link {} \"{}\" joins nodes {} and {}; there are {}", machine.name, l, link.name, link.node_a,
          link.node_b, nodes);
    check(link.bytes_per_s > 0, "machine {}: link {} \"{}\": bandwidth {}; expected more than 0", machine.name, l,
          link.name, link.bytes_per_s);
    const int channel = static_cast<int>(l) * 2;
    hops_[static_cast<std::size_t>(link.node_a)].push_back({link.node_b, channel});
    hops_[static_cast<std::size_t>(link.node_b)].push_back({link.node_a, link.full_duplex ? channel + 1 : channel});
  }
}

int Topology::node_of(DeviceId device, DeviceId other) const {
  return device == host ? machine_.host_nodes[index(other)] : machine_.device_nodes[index(device)];
}

Route Topology::route(DeviceId from, DeviceId to) const {
  const int start = node_of(from, to);
  const int goal = node_of(to, from);
  std::vector<Hop> came_by(hops_.size(), Hop{-1, -1});  // the node before, and the channel from it
  std::deque<int> open{start};
  came_by[static_cast<std::size_t>(start)] = {start, -1};
  while (!open.empty() && came_by[static_cast<std::size_t>(goal)].node < 0) {
    const int node = open.front();
    open.pop_front();
    for (const Hop& hop : hops_[static_cast<std::size_t>(node)]) {
      if (came_by[static_cast<std::size_t>(hop.node)].node >= 0) continue;
      came_by[static_cast<std::size_t>(hop.node)] = {node, hop.channel};
      open.push_back(hop.node);
    }
  }
  check(came_by[static_cast<std::size_t>(goal)].node >= 0, "machine {}: no way from node \"{}\" to node \"{}\"",
        machine_.name, machine_.nodes[static_cast<std::size_t>(start)], machine_.nodes[static_cast<std::size_t>(goal)]);

  Route route;
  route.bytes_per_s = 1e300;
  for (int node = goal; node != start; node = came_by[static_cast<std::size_t>(node)].node) {
    const int channel = came_by[static_cast<std::size_t>(node)].channel;
    route.channels.push_back(channel);
    route.latency_s += link_of(channel).latency_s;
    route.bytes_per_s = std::min(route.bytes_per_s, link_of(channel).bytes_per_s);
  }
  std::ranges::reverse(route.channels);
  const bool between_devices = from != host && to != host;
  if (between_devices && machine_.staging.needed && machine_.islands[index(from)] != machine_.islands[index(to)]) {
    route.latency_s += machine_.staging.latency_s;
    route.bytes_per_s = std::min(route.bytes_per_s, machine_.staging.bytes_per_s);
  }
  return route;
}

}  // namespace ringside
