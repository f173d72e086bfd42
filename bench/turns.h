// Training in turns: all trials of a network, round by round, so that a machine that slows down slows all of them down.
#pragma once
#include <deque>
#include <filesystem>
#include <string>

#include "bench/checkpoint.h"
#include "bench/ledger.h"
#include "bench/limits.h"
#include "bench/progress.h"
#include "bench/trial.h"

namespace ringside {

inline constexpr std::int64_t traced_steps = 3;  // the last ones of the last round

struct Turns {
  const Dataset& data;
  std::string run;  // its name
  Limits limits;
  bool traced = false;                            // keep the task times of traced_steps
  const CheckpointFolder* checkpoints = nullptr;  // none: the training is only in memory
  bool resume = false;                            // go on from the checkpoints there are
};

// Checks every trial, then trains them in turns, and writes the record of each when it has come to its end. A step that hangs ends
// the run: a thread that is stuck may keep a core busy, and the others' times would be worth nothing.
void train_in_turns(std::deque<Trial>& trials, const Turns& turns, Progress& progress, Ledger& ledger);

}  // namespace ringside
