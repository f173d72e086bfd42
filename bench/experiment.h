// An experiment: which strategies are measured on how many devices, how long. One JSON file each; every field is described
// in bench/experiments/README.md. The command line may override it, and then it is expanded to plain cells (bench/cell.h).
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ringside {

// What becomes of the batch when there are more devices.
enum class Scaling {
  strong,  // the same global batch, split over the devices
  weak     // the same batch on every device: the global one grows, the learning rate stays
};

// When the model is tried on the test set; never within a timed step.
enum class Evaluate { no, at_end, every_round };

// What a strategy needs otherwise than the network's own recipe says: a delay narrows the stable range.
struct RecipeChange {
  std::optional<double> rate, momentum, weight_decay;
};

struct Experiment {
  std::string name, summary;
  std::vector<std::string> networks;
  std::string dataset;       // empty: the one each network is meant for
  std::string without_data;  // the data set used where no directory with the real one is given; empty: as `dataset`
  std::vector<std::string> strategies;
  std::vector<int> devices;
  std::vector<Scaling> scaling;
  int batch = 0;           // of one device (weak) or of all (strong); 0: the recipe's
  std::int64_t steps = 0;  // all repetitions together; 0: the recipe's
  double epochs = 0;       // instead of steps, unless 0
  int repetitions = 10;    // rounds the steps are split into: every strategy's turn comes once a round
  int warm_up_steps = 3;   // before the first round, from the same initial weights, which are then loaded anew
  std::uint64_t seed = 1;
  std::string backend = "auto";
  std::map<std::string, RecipeChange> recipes;  // by strategy
  Evaluate evaluate = Evaluate::at_end;
  std::map<std::string, double> thresholds;  // by metric: what ringside compare --suite calls a regression, relative
};

std::string_view name_of(Scaling scaling);
std::string_view name_of(Evaluate evaluate);

// Both throw bad_input with the nearest name. `what` heads the message.
Scaling parse_scaling(std::string_view what, std::string_view name);
Evaluate parse_evaluate(std::string_view what, std::string_view name);

// Throws bad_input for a value that makes no sense whatever the network. For an experiment that will be run: what the command
// line has changed counts.
void check_experiment(const Experiment& experiment);

}  // namespace ringside
