// Mistakes that a strategy could make, planted on purpose.
#pragma once
#include <ostream>
#include <vector>

#include "tests/strategies/emission.h"

namespace ringside {

enum class Catcher { validation, comparison };

struct PlantedBug {
  const char* strategy;
  const char* what;
  Catcher caught_by;
  void (*plant)(Emission& emission);
};

inline std::ostream& operator<<(std::ostream& out, const PlantedBug& bug) {
  return out << bug.strategy << ": " << bug.what;
}

// In graphs of 4 devices (single: 1) that train on "windows" with a batch of 13. By the strategies they go with.
std::vector<PlantedBug> bugs_of_any_replica();
std::vector<PlantedBug> bugs_of_master_and_tree();
std::vector<PlantedBug> bugs_of_the_ring();
std::vector<PlantedBug> bugs_of_split_models();

}  // namespace ringside
