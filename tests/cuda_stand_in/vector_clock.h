// Who knows of what: for every actor (the host is 0, streams follow) the latest of its deeds that is known to be over.
// Mattern, "Virtual time and global states of distributed systems", 1989.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace stand_in {

class VectorClock {
 public:
  std::uint64_t of(std::size_t actor) const { return actor < deeds_.size() ? deeds_[actor] : 0; }

  std::uint64_t tick(std::size_t actor) {
    if (actor >= deeds_.size()) deeds_.resize(actor + 1);
    return ++deeds_[actor];
  }

  void learn(const VectorClock& other) {
    if (other.deeds_.size() > deeds_.size()) deeds_.resize(other.deeds_.size());
    for (std::size_t actor = 0; actor < other.deeds_.size(); ++actor)
      deeds_[actor] = std::max(deeds_[actor], other.deeds_[actor]);
  }

 private:
  std::vector<std::uint64_t> deeds_;
};

}  // namespace stand_in
