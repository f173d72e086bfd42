// ringside run: measures or simulates experiments and writes a record for every cell.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment.h"
#include "bench/limits.h"
#include "bench/machine_file.h"
#include "bench/paths.h"
#include "bench/real_runs.h"
#include "bench/record_file.h"
#include "bench/rerun.h"

namespace ringside {

struct RunRequest {
  std::vector<Experiment> experiments;  // with the command line's changes
  Paths paths;
  std::filesystem::path data;  // the full real sets; may be empty
  std::filesystem::path out;   // empty: results/run/EXPERIMENT.jsonl; "-": stdout
  RecordFile::Existing existing = RecordFile::Existing::refuse;
  std::optional<std::filesystem::path> trace;
  std::optional<MachineFile> machine;  // simulate on it instead of measuring here
  bool resume = false;                 // only what the file of records lacks or what went wrong there
  std::filesystem::path checkpoints;   // folder; empty: none are kept
  double timeout_s = default_timeout_s;
  std::optional<Rerun> rerun;     // what the one experiment must come to
  std::vector<RealRun> numerics;  // of a simulation: where its cells' convergence is taken from; may be empty
  bool dry_run = false;           // print the cells, run nothing
  bool quiet = false;
};

// The exit code: 0, 4 (failed, diverged, wrong), 5 (timeout) or 130 (interrupted).
int run(const RunRequest& request);

}  // namespace ringside
