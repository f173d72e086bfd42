// Training in integers on one device by the plain loop of a textbook: what strategies must equal, bit for bit. It knows
// nothing of graphs.
#pragma once
#include "core/graph/task.h"
#include "tests/strategies/words.h"

namespace ringside {

struct WordTraining {
  std::vector<Words> losses;  // of each step: one a sample
  Words weights;              // after the last step
};

// Trains on `samples` of every step's batch. The update of step t takes the gradient that step t - delay made with the
// weights it had, and that step's rate; before there is one nothing is updated.
WordTraining train_by_integer_textbook(const Network& network, int batch, Samples samples, int delay, int steps);

}  // namespace ringside
