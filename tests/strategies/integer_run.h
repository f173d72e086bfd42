// A strategy's graph run in integers and laid beside the textbook.
#pragma once
#include <optional>
#include <string>

#include "strategies/strategy.h"
#include "tests/strategies/integer_textbook.h"
#include "tests/strategies/legal_orders.h"

namespace ringside {

// What each device's weights and each sample's loss must be, by the strategy's meaning.
class Expectation {
 public:
  Expectation(const StepSpec& spec, Meaning meaning, const std::vector<Samples>& shards, int steps);

  // Runs the graph in that order. In words, the first difference: which device's weights or which sample's loss;
  // nothing if all bits are equal.
  std::optional<std::string> difference(const StepGraph& graph, const Order& order) const;

 private:
  const WordTraining& training_of(DeviceId device) const;

  const Network& network_;
  int steps_;
  std::vector<WordTraining> trainings_;  // of each device if each trains alone, else one
  std::vector<Samples> samples_;         // that each training saw
};

}  // namespace ringside
