// The data a network is trained and tested on, prepared as the network asks.
#pragma once
#include <filesystem>
#include <vector>

#include "bench/experiment.h"
#include "core/data/batches.h"
#include "core/data/dataset.h"
#include "core/net/network.h"

namespace ringside {

class TrainingData {
 public:
  // `directory` holds the full real sets; empty: the small set of the checkout, or the experiment's stand-in.
  TrainingData(const Experiment& experiment, const Network& network, const std::filesystem::path& directory,
               const std::filesystem::path& bundled);

  const Dataset& set() const { return set_; }
  Batches training_batches(int batch, std::uint64_t seed) const;
  Batches test_batches(int batch) const;  // with the training set's mean

 private:
  Dataset set_;
  std::vector<float> mean_;
  float scale_;
};

}  // namespace ringside
