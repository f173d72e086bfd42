// The whole flow: experiments become cells, cells become graphs; either sessions run them, are held to the textbook and timed in
// turns, or they are simulated on a machine; and every cell leaves a record. Read this first.
#include "bench/run.h"

#include <unistd.h>

#include <algorithm>
#include <deque>
#include <set>

#include "bench/digest.h"
#include "bench/forecast.h"
#include "bench/ledger.h"
#include "bench/named_files.h"
#include "bench/network_file.h"
#include "bench/resume.h"
#include "bench/stop_signal.h"
#include "bench/timer_check.h"
#include "bench/trace_file.h"
#include "bench/trial.h"
#include "bench/turns.h"
#include "core/base/error.h"

namespace ringside {
namespace {

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

void print(const std::vector<Cell>& cells) {
  for (const Cell& cell : cells)
    fmt::print("{}: batch {}, {} steps in {} repetitions, {}, seed {}{}{}\n", describe(cell), cell.batch, cell.steps,
               cell.repetitions, cell.backend, cell.seed, cell.added ? " (added: the baseline)" : "",
               cell.finished ? " (finished: run as the baseline of the others)" : "");
}

// What a dry run can see of the records without touching them.
std::vector<PlacedRecord> records_in(const std::filesystem::path& path) {
  std::error_code none;
  if (path == "-" || !std::filesystem::is_regular_file(path) || std::filesystem::file_size(path, none) == 0) return {};
  return read_records({path.string()}, Torn::leave_out);
}

using Identify = std::function<nlohmann::json(const Cell&)>;

// What is left of the cells, and a word on what is not.
struct Remainder {
  std::vector<Cell> cells;
  std::string note;
};

Remainder remainder(const std::vector<Cell>& cells, const std::vector<PlacedRecord>& records, const Identify& identity,
                    const std::filesystem::path& path) {
  const FinishedWork finished(records);
  const auto is_finished = [&](const Cell& cell) { return finished.has(identity(cell)); };
  const auto count = std::ranges::count_if(cells, is_finished);
  return {left_to_do(cells, is_finished),
          fmt::format("{} of {} cells are finished in {}{}", count, cells.size(), path.string(),
                      count == std::ssize(cells) ? ": nothing to do" : "")};
}

class Runner {
 public:
  explicit Runner(const RunRequest& request) : request_(request), progress_(request.quiet) {
    if (request.dry_run) return;
    if (request.trace) traces_.emplace(*request.trace);
    if (!request.checkpoints.empty()) checkpoints_.emplace(request.checkpoints);
  }

  int run() {
    for (const Experiment& experiment : request_.experiments) {
      const Circumstances circumstances{fmt::format("{}-{}", utc_now(), getpid()), where(experiment)};
      if (request_.rerun) tell_what_differs(circumstances.here);
      for (const std::string& name : experiment.networks) {
        if (request_.machine)
          simulate(without_training(experiment), name, circumstances);
        else
          measure(experiment, name, circumstances);
        if (stop_.flag() || hung_) break;
      }
      if (stop_.flag() || hung_) break;
    }
    if (traces_) traces_->write();
    return stop_.flag() ? exit_code(Status::interrupted) : worst_;
  }

 private:
  Environment where(const Experiment& experiment) const {
    Environment here = observe(find_backend(experiment.backend));
    if (!request_.machine) {
      here.eightfold_time = eightfold_time();
      check(*here.eightfold_time > least_eightfold_time,
            "the clock of this machine: eight times the work took {:.2f} times as long, expected more than {}: no time "
            "measured here would mean anything",
            *here.eightfold_time, least_eightfold_time);
      return here;
    }
    here.physical_devices = request_.machine->machine.devices();
    here.backend_details.clear();
    return here;
  }

  // What this run has written itself is added to, whatever becomes of a file that is there before.
  RecordFile::Existing existing(const std::filesystem::path& path) {
    return written_.insert(path).second ? request_.existing : RecordFile::Existing::append;
  }

  void make_ready(RecordFile& records, const std::filesystem::path& path, const std::vector<Cell>& cells) {
    if (records.torn_bytes() > 0)
      progress_.say(fmt::format("{}: the last {} bytes were half a record, torn by a kill; cut off", path.string(),
                                records.torn_bytes()),
                    true);
    std::int64_t bytes = 0;
    for (const Cell& cell : cells) bytes += record_bytes(cell);
    records.reserve(bytes);
  }

  std::vector<Cell> cells_of(const Experiment& experiment, const Network& network, const std::string& name,
                             int train_samples) const {
    std::vector<Cell> cells = expand(experiment, network, train_samples);
    const std::string hash = sha256_of_file(find_named_file("network", name, request_.paths.networks));
    for (Cell& cell : cells) {
      cell.network_file = name;
      cell.network_hash = hash;
    }
    return cells;
  }

  void measure(const Experiment& experiment, const std::string& name, const Circumstances& circumstances) {
    const Network network = find_network(name, request_.paths.networks);
    const TrainingData data(experiment, network, request_.data, request_.paths.data);
    std::vector<Cell> cells = cells_of(experiment, network, name, data.set().train.count());
    const auto identity = [&](const Cell& cell) {
      return make_identity({cell, Outcome{}, nullptr, nullptr, &data.set()});
    };
    const std::filesystem::path path = records_path(request_, experiment);
    check_exact(cells, identity);
    if (request_.dry_run) return show(cells, identity, path);
    RecordFile records(path, existing(path));
    make_ready(records, path, cells);
    if (request_.resume && !leave_to_do(cells, records, identity, path)) return;
    std::deque<Trial> trials;
    for (const Cell& cell : cells) trials.emplace_back(cell, data);
    check_memory(trials, circumstances.here);
    check_room(trials);

    Ledger ledger(records, circumstances, progress_);
    progress_.say(
        fmt::format("{}: {} on {}, {} cells", experiment.name, network.name, data.set().origin, cells.size()));
    train_in_turns(trials,
                   {.data = data.set(),
                    .run = circumstances.run,
                    .limits = {stop_.flag(), request_.timeout_s},
                    .traced = traces_.has_value(),
                    .checkpoints = checkpoints_ ? &*checkpoints_ : nullptr,
                    .resume = request_.resume},
                   progress_, ledger);
    for (const Trial& trial : trials) {
      const Status status = trial.outcome().status;
      hung_ = hung_ || status == Status::timeout;
      if (status != Status::interrupted) worst_ = std::max(worst_, exit_code(status));
      if (traces_) traces_->add(describe(trial.cell()), trial.graph(), trial.cell().network, trial.outcome().trace);
    }
    if (path != "-") progress_.say(fmt::format("records: {}", path.string()));
  }

  // The same work on another machine, or by another version, is what one may want; that it is so must be said.
  void tell_what_differs(const Environment& here) {
    const nlohmann::json now = make_where(here);
    nlohmann::json then = nlohmann::json::object();
    for (const auto& [field, value] : now.items()) then[field] = request_.rerun->context.value(field, nlohmann::json());
    const std::string other = difference(then, now);
    progress_.say(
        fmt::format("{}: {}", request_.rerun->place,
                    other.empty() ? "was made by this program on such a machine" : "was made elsewhere: " + other));
  }

  // The cell asked for is the last one; before it, its baseline.
  void check_exact(const std::vector<Cell>& cells, const Identify& identity) const {
    if (!request_.rerun) return;
    const std::string other = difference(request_.rerun->identity, identity(cells.back()));
    check(other.empty(), "{}: cannot be run again exactly: {}", request_.rerun->place, other);
  }

  void show(const std::vector<Cell>& cells, const Identify& identity, const std::filesystem::path& path) {
    if (!request_.resume) return print(cells);
    const Remainder left = remainder(cells, records_in(path), identity, path);
    progress_.say(left.note);
    print(left.cells);
  }

  // Leaves in `cells` what the records lack, and takes out of the records what is done again. False if nothing is left.
  bool leave_to_do(std::vector<Cell>& cells, RecordFile& records, const Identify& identity,
                   const std::filesystem::path& path) {
    const Remainder left = remainder(cells, records.records(), identity, path);
    progress_.say(left.note);
    std::set<std::string> again;
    for (const Cell& cell : left.cells) again.insert(work_key(identity(cell)));
    for (const Cell& cell : cells)
      if (checkpoints_ && !again.contains(work_key(identity(cell)))) checkpoints_->remove(identity(cell));
    cells = left.cells;
    records.drop([&](const nlohmann::json& record) {
      return record["status"] != "ok" && again.contains(work_key(record["identity"]));
    });
    return !cells.empty();
  }

  void check_room(const std::deque<Trial>& trials) const {
    std::int64_t floats = 0, largest = 0;
    for (const Trial& trial : trials) {
      floats += trial.state_floats();
      largest = std::max(largest, trial.state_floats());
    }
    if (checkpoints_) checkpoints_->check_room(floats + largest);
  }

  // One cell after another; the baseline of each scaling comes first.
  void simulate(const Experiment& experiment, const std::string& name, const Circumstances& circumstances) {
    const Network network = find_network(name, request_.paths.networks);
    const MachineFile& file = *request_.machine;
    std::vector<Cell> cells = cells_of(experiment, network, name, 0);
    const auto identity = [&](const Cell& cell) {
      return make_identity({cell, Outcome{}, nullptr, nullptr, nullptr, &file});
    };
    const std::filesystem::path path = records_path(request_, experiment);
    check_exact(cells, identity);
    if (request_.dry_run) return show(cells, identity, path);
    RecordFile records(path, existing(path));
    make_ready(records, path, cells);
    if (request_.resume && !leave_to_do(cells, records, identity, path)) return;
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
      if (!cell.finished)
        ledger.write({.cell = made.cell,
                      .outcome = made.outcome,
                      .base_cell = &base->cell,
                      .base = &base->outcome,
                      .machine = &file});
      progress_.step();
    }
    progress_.end();
    ledger.sum_up();
    if (path != "-") progress_.say(fmt::format("records: {}", path.string()));
  }

  const RunRequest& request_;
  StopSignal stop_;
  Progress progress_;
  std::optional<TraceFile> traces_;
  std::optional<CheckpointFolder> checkpoints_;
  std::set<std::filesystem::path> written_;
  int worst_ = 0;
  bool hung_ = false;  // a thread may be stuck: what would be measured beside it is worth nothing
};

}  // namespace

int run(const RunRequest& request) {
  return Runner(request).run();
}

}  // namespace ringside
