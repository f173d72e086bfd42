// The whole flow: experiments become cells, cells become graphs and sessions, sessions are held to the textbook and timed in
// turns, and every cell leaves a record. Read this first.
#include "bench/run.h"

#include <unistd.h>

#include <algorithm>
#include <set>

#include "bench/ledger.h"
#include "bench/network_file.h"
#include "bench/stop_signal.h"
#include "bench/trace_file.h"
#include "core/base/error.h"

namespace ringside {
namespace {

constexpr std::int64_t traced_steps = 3;

std::filesystem::path records_path(const RunRequest& request, const Experiment& experiment) {
  if (!request.out.empty()) return request.out;
  return std::filesystem::path("results") / "run" / (experiment.name + ".jsonl");
}

void check_memory(const std::deque<Trial>& trials, const Environment& here) {
  std::int64_t needed = 0;
  for (const Trial& trial : trials) needed += trial.bytes_needed();
  constexpr double gib = 1 << 30;
  check(!here.available_memory_bytes || needed <= *here.available_memory_bytes,
        "{} cells need {:.1f} GiB of memory together and {:.1f} GiB are free; choose fewer with --strategy or "
        "--devices, or a "
        "smaller --batch",
        trials.size(), static_cast<double>(needed) / gib,
        static_cast<double>(here.available_memory_bytes.value_or(0)) / gib);
}

void print(const Cell& cell) {
  fmt::print("{}: batch {}, {} steps in {} repetitions, {}, seed {}{}\n", describe(cell), cell.batch, cell.steps,
             cell.repetitions, cell.backend, cell.seed, cell.added ? " (added: the baseline)" : "");
}

// Checks every trial, then trains them in turns, A B C A B C ..., so that a machine that slows down slows all of them down.
void measure(std::deque<Trial>& trials, bool traced, const std::atomic<bool>& stop, Progress& progress,
             Ledger& ledger) {
  progress.begin("checking", std::ssize(trials));
  for (Trial& trial : trials) {
    progress.doing(describe(trial.cell()));
    trial.prepare(stop);
    progress.step();
    if (!trial.going()) ledger.write(trial);
  }
  std::int64_t steps = 0;
  for (const Trial& trial : trials) steps += trial.cell().steps;
  const int rounds = trials.front().cell().repetitions;
  progress.begin("training", steps);
  for (int round = 0; round < rounds; ++round) {
    for (Trial& trial : trials) {
      if (!trial.going()) continue;
      progress.doing(fmt::format("round {} of {}: {}", round + 1, rounds, describe(trial.cell())));
      trial.run_round({.number = round,
                       .trace_steps = traced && round + 1 == rounds ? traced_steps : 0,
                       .stop = stop,
                       .on_step = [&] { progress.step(); }});
      if (!trial.going()) ledger.write(trial);
    }
  }
  progress.end();
  ledger.sum_up();
}

}  // namespace

int run(const RunRequest& request) {
  const StopSignal stop;
  Progress progress(request.quiet);
  std::optional<TraceFile> traces;
  if (request.trace && !request.dry_run) traces.emplace(*request.trace);
  std::set<std::filesystem::path> written;
  int worst = 0;

  for (const Experiment& experiment : request.experiments) {
    const RunContext context{fmt::format("{}-{}", utc_now(), getpid()), observe(find_backend(experiment.backend))};
    for (const std::string& name : experiment.networks) {
      const Network network = find_network(name, request.paths.networks);
      const TrainingData data(experiment, network, request.data, request.paths.data);
      const std::vector<Cell> cells = expand(experiment, network, data.set().train.count());
      if (request.dry_run) {
        std::ranges::for_each(cells, print);
        continue;
      }
      std::deque<Trial> trials;
      for (const Cell& cell : cells) trials.emplace_back(cell, data);
      check_memory(trials, context.here);

      const std::filesystem::path path = records_path(request, experiment);
      RecordFile records(path, written.insert(path).second ? request.existing : RecordFile::Existing::append);
      Ledger ledger(records, trials, data.set(), context, progress);
      progress.say(fmt::format("{}: {} on {}, {} cells", experiment.name, name, data.set().origin, cells.size()));
      measure(trials, traces.has_value(), stop.flag(), progress, ledger);

      for (const Trial& trial : trials) {
        worst = std::max(worst, exit_code(trial.outcome().status));
        if (traces) traces->add(describe(trial.cell()), trial.graph(), trial.cell().network, trial.outcome().trace);
      }
      if (path != "-") progress.say(fmt::format("records: {}", path.string()));
      if (stop.flag()) break;
    }
    if (stop.flag()) break;
  }
  if (traces) traces->write();
  return worst;
}

}  // namespace ringside
