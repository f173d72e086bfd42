// Reads the network files of the checkout.
#include "bench/micro/networks.h"

#include <string>
#include <utility>

#include "bench/network_file.h"
#include "bench/paths.h"

namespace ringside {

const std::vector<Measured>& measured_networks() {
  static const std::vector<Measured> all = [] {
    std::vector<Measured> measured;
    for (const auto& [name, batch] : std::vector<std::pair<std::string, int>>{{"lenet", 64}, {"cifar10_quick", 100}}) {
      measured.push_back({find_network(name, find_paths().networks), batch});
    }
    return measured;
  }();
  return all;
}

}  // namespace ringside
