// The whole flow: experiments become cells, cells become graphs; either sessions run them, are held to the textbook and timed in
// turns, or they are simulated on a machine; and every cell leaves a record. Read this first.
#include "bench/run.h"

#include <unistd.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

#include "bench/forecast.h"
#include "bench/ledger.h"
#include "bench/network_file.h"
#include "bench/stop_signal.h"
#include "bench/trace_file.h"
#include "bench/trial.h"
#include "core/base/error.h"
#include "core/base/random.h"

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
std::vector<int> turns(const std::deque<Trial>& trials, int round) {
  const Cell& cell = trials.front().cell();
  std::vector<int> order(trials.size());
  std::iota(order.begin(), order.end(), 0);
  if (round + 1 == cell.repetitions) return order;
  return random_permutation({cell.seed, 0x7475'726e'7300 + static_cast<std::uint64_t>(round)},
                            static_cast<int>(order.size()));
}

// Checks every trial, then trains them in turns, so that a machine that slows down slows all of them down.
void train_in_turns(std::deque<Trial>& trials, const Dataset& data, bool traced, const std::atomic<bool>& stop,
                    Progress& progress, Ledger& ledger) {
  const auto write = [&](const Trial& trial) { ledger.write(source_of(trial, trials, data)); };
  progress.begin("checking", std::ssize(trials));
  for (Trial& trial : trials) {
    progress.doing(describe(trial.cell()));
    trial.prepare(stop);
    progress.step();
    if (!trial.going()) write(trial);
  }
  std::int64_t steps = 0;
  for (const Trial& trial : trials) steps += trial.cell().steps;
  const int rounds = trials.front().cell().repetitions;
  progress.begin("training", steps);
  for (int round = 0; round < rounds; ++round) {
    for (const int turn : turns(trials, round)) {
      Trial& trial = trials[static_cast<std::size_t>(turn)];
      if (!trial.going()) continue;
      progress.doing(fmt::format("round {} of {}: {}", round + 1, rounds, describe(trial.cell())));
      trial.run_round({.number = round,
                       .trace_steps = traced && round + 1 == rounds ? traced_steps : 0,
                       .stop = stop,
                       .on_step = [&] { progress.step(); }});
      if (!trial.going()) write(trial);
    }
  }
  progress.end();
  ledger.sum_up();
}

class Runner {
 public:
  explicit Runner(const RunRequest& request) : request_(request), progress_(request.quiet) {
    if (request.trace && !request.dry_run) traces_.emplace(*request.trace);
  }

  int run() {
    for (const Experiment& experiment : request_.experiments) {
      const Circumstances circumstances{fmt::format("{}-{}", utc_now(), getpid()), where(experiment)};
      for (const std::string& name : experiment.networks) {
        const Network network = find_network(name, request_.paths.networks);
        if (request_.machine)
          simulate(without_training(experiment), network, circumstances);
        else
          measure(experiment, network, circumstances);
        if (stop_.flag()) break;
      }
      if (stop_.flag()) break;
    }
    if (traces_) traces_->write();
    return worst_;
  }

 private:
  Environment where(const Experiment& experiment) const {
    Environment here = observe(find_backend(experiment.backend));
    if (!request_.machine) return here;
    here.physical_devices = request_.machine->machine.devices();
    here.backend_details.clear();
    return here;
  }

  RecordFile open_records(const std::filesystem::path& path) {
    return {path, written_.insert(path).second ? request_.existing : RecordFile::Existing::append};
  }

  void measure(const Experiment& experiment, const Network& network, const Circumstances& circumstances) {
    const TrainingData data(experiment, network, request_.data, request_.paths.data);
    const std::vector<Cell> cells = expand(experiment, network, data.set().train.count());
    if (request_.dry_run) {
      std::ranges::for_each(cells, print);
      return;
    }
    std::deque<Trial> trials;
    for (const Cell& cell : cells) trials.emplace_back(cell, data);
    check_memory(trials, circumstances.here);

    const std::filesystem::path path = records_path(request_, experiment);
    RecordFile records = open_records(path);
    Ledger ledger(records, circumstances, progress_);
    progress_.say(
        fmt::format("{}: {} on {}, {} cells", experiment.name, network.name, data.set().origin, cells.size()));
    train_in_turns(trials, data.set(), traces_.has_value(), stop_.flag(), progress_, ledger);
    for (const Trial& trial : trials) {
      worst_ = std::max(worst_, exit_code(trial.outcome().status));
      if (traces_) traces_->add(describe(trial.cell()), trial.graph(), trial.cell().network, trial.outcome().trace);
    }
    if (path != "-") progress_.say(fmt::format("records: {}", path.string()));
  }

  // One cell after another; the baseline of each scaling comes first.
  void simulate(const Experiment& experiment, const Network& network, const Circumstances& circumstances) {
    const std::vector<Cell> cells = expand(experiment, network, 0);
    if (request_.dry_run) {
      std::ranges::for_each(cells, print);
      return;
    }
    const MachineFile& file = *request_.machine;
    const std::filesystem::path path = records_path(request_, experiment);
    RecordFile records = open_records(path);
    Ledger ledger(records, circumstances, progress_);
    progress_.say(fmt::format("{}: {} simulated on {}, {} cells", experiment.name, network.name, file.machine.name,
                              cells.size()));
    progress_.begin("simulating", std::ssize(cells));
    std::optional<Forecast> base;
    for (const Cell& cell : cells) {
      if (stop_.flag()) break;
      progress_.doing(describe(cell));
      Forecast made = forecast(cell, file.machine, traces_ ? traced_steps : 0);
      if (traces_)
        traces_->add(describe(made.cell) + ", simulated on " + file.machine.name, made.graph, made.cell.network,
                     made.outcome.trace);
      if (const RealRun* real = same_training(request_.numerics, cell)) {
        made.outcome.convergence = real->convergence;
        made.outcome.numerics = real->run;
      }
      made.graph = {};  // a thousand devices' graph is large
      worst_ = std::max(worst_, exit_code(made.outcome.status));
      if (is_baseline(cell)) base = made;
      ledger.write({.cell = made.cell,
                    .outcome = made.outcome,
                    .base_cell = &base->cell,
                    .base = &base->outcome,
                    .machine = &file});
      progress_.step();
    }
    if (stop_.flag()) worst_ = exit_code(Status::interrupted);
    progress_.end();
    ledger.sum_up();
    if (path != "-") progress_.say(fmt::format("records: {}", path.string()));
  }

  const RunRequest& request_;
  StopSignal stop_;
  Progress progress_;
  std::optional<TraceFile> traces_;
  std::set<std::filesystem::path> written_;
  int worst_ = 0;
};

}  // namespace

int run(const RunRequest& request) {
  return Runner(request).run();
}

}  // namespace ringside
