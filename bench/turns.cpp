// Whose turn it is, and what is written when.
#include "bench/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/base/random.h"

namespace ringside {
namespace {

// What a trial's record is made of, its baseline among `trials`.
RecordSource source_of(const Trial& trial, const std::deque<Trial>& trials, const Dataset& data) {
  const auto base = std::ranges::find_if(trials, [&](const Trial& other) {
    return is_baseline(other.cell()) && other.cell().scaling == trial.cell().scaling;
  });
  return {.cell = trial.cell(),
          .outcome = trial.outcome(),
          .base_cell = base == trials.end() ? nullptr : &base->cell(),
          .base = base == trials.end() ? nullptr : &base->outcome(),
          .data = &data};
}

// Who trains when in a round. Always in another order, the same for the same seed: what a trial leaves behind (caches, other
// programs pushed to the other core) would else always fall on the same next one. The last round is in order, so that the
// baselines, which come first, are complete when the others' records are written.
std::vector<int> order_of(const std::deque<Trial>& trials, int round) {
  const Cell& cell = trials.front().cell();
  std::vector<int> order(trials.size());
  std::iota(order.begin(), order.end(), 0);
  if (round + 1 == cell.repetitions) return order;
  return random_permutation({cell.seed, 0x7475'726e'7300 + static_cast<std::uint64_t>(round)},
                            static_cast<int>(order.size()));
}

class Training {
 public:
  Training(std::deque<Trial>& trials, const Turns& turns, Progress& progress, Ledger& ledger)
      : trials_(trials), turns_(turns), progress_(progress), ledger_(ledger) {}

  void prepare() {
    progress_.begin("checking", std::ssize(trials_));
    for (Trial& trial : trials_) {
      if (ended_.contains(&trial)) continue;
      progress_.doing(describe(trial.cell()));
      std::optional<Checkpoint> checkpoint;
      if (turns_.checkpoints && turns_.resume)
        checkpoint = turns_.checkpoints->find(identity(trial), trial.state_floats());
      trial.prepare(turns_.limits, checkpoint);
      progress_.step();
      if (trial.outcome().status != Status::ok) end(trial);
    }
  }

  void train() {
    const int rounds = trials_.front().cell().repetitions;
    progress_.begin("training", steps_left());
    for (int round = 0; round < rounds; ++round)
      for (const int turn : order_of(trials_, round)) take_turn(trials_[static_cast<std::size_t>(turn)], round);
    progress_.end();
    if (turns_.checkpoints && std::ranges::all_of(trials_, &is_ok))
      for (const Trial& trial : trials_) turns_.checkpoints->remove(identity(trial));
    ledger_.sum_up();
  }

 private:
  static bool is_ok(const Trial& trial) { return trial.outcome().status == Status::ok; }

  nlohmann::json identity(const Trial& trial) const { return make_identity(source_of(trial, trials_, turns_.data)); }

  std::int64_t steps_left() const {
    std::int64_t steps = 0;
    for (const Trial& trial : trials_)
      if (is_ok(trial))
        for (int round = trial.rounds_done(); round < trial.cell().repetitions; ++round)
          steps += steps_of_round(trial.cell(), round);
    return steps;
  }

  void take_turn(Trial& trial, int round) {
    if (ended_.contains(&trial)) return;
    const int rounds = trial.cell().repetitions;
    if (trial.rounds_done() <= round) {
      progress_.doing(fmt::format("round {} of {}: {}", round + 1, rounds, describe(trial.cell())));
      trial.run_round({.number = round,
                       .trace_steps = turns_.traced && round + 1 == rounds ? traced_steps : 0,
                       .limits = turns_.limits,
                       .on_step = [&] { progress_.step(); }});
      if (turns_.checkpoints && is_ok(trial)) turns_.checkpoints->save(identity(trial), trial.checkpoint(turns_.run));
    }
    if (!is_ok(trial) || round + 1 == rounds) end(trial);
  }

  void end(Trial& trial) {
    ended_.insert(&trial);
    if (!trial.cell().finished) ledger_.write(source_of(trial, trials_, turns_.data));
    if (trial.outcome().status != Status::timeout) return;
    for (Trial& other : trials_) {
      if (ended_.contains(&other)) continue;
      other.give_up(fmt::format("not run to its end: {} hung", describe(trial.cell())));
      end(other);
    }
  }

  std::deque<Trial>& trials_;
  const Turns& turns_;
  Progress& progress_;
  Ledger& ledger_;
  std::set<const Trial*> ended_;
};

}  // namespace

void train_in_turns(std::deque<Trial>& trials, const Turns& turns, Progress& progress, Ledger& ledger) {
  Training training(trials, turns, progress, ledger);
  training.prepare();
  training.train();
}

}  // namespace ringside
