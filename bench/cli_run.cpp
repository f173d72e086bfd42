// ringside run EXPERIMENT...
#include <fmt/ranges.h>

#include <cstdlib>
#include <optional>

#include "bench/cli.h"
#include "bench/experiment_file.h"
#include "bench/numbers.h"
#include "bench/run.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class RunCommand : public CliCommand {
 public:
  explicit RunCommand(CLI::App& parent)
      : CliCommand(parent, "run",
                   "Train and measure, or simulate: every strategy in turns, every result checked, a record for each") {
    app().add_option("EXPERIMENT", names_, "Names (ringside list experiments) or paths of JSON files");
    add("--from", from_, "FILE[:LINE]",
        "Instead of an experiment: exactly what a record says, the one of the file or the one of that line");
    add("--strategy", strategies_, "A,B", "Only these strategies (ringside list strategies)");
    add("--devices", devices_, "1,2,4", "Only these numbers of devices");
    add("--scaling", scaling_, "strong,weak", "Split the batch over the devices, or give each one its own");
    add("--batch", batch_, "N", "Samples a step: of all devices (strong) or of each (weak)");
    add("--steps", steps_, "N", "Steps of training, all repetitions together");
    add("--epochs", epochs_, "N", "The same in passes over the training set");
    add("--repetitions", repetitions_, "N", "Rounds the steps are split into");
    add("--seed", seed_, "N", "Of initial weights, order of samples, dropout, synthetic data");
    add("--backend", backend_, "NAME", "Arithmetic (ringside list backends)");
    add("--simulate", machine_, "MACHINE",
        "Simulate on a machine (ringside list machines, or a path of a JSON file) instead of measuring here");
    add("--numerics", numerics_, "RECORDS",
        "With --simulate: take each cell's convergence from the real run of it in this file");
    add("--data", data_, "DIR", "Folder of the full data sets; else $RINGSIDE_DATA, else what the checkout carries");
    add("--out", out_, "FILE", "Where the records go; - is stdout; default results/run/EXPERIMENT.jsonl");
    add("--trace", trace_, "FILE", "Task times of each cell's last steps, for chrome://tracing or ui.perfetto.dev");
    auto* append = app().add_flag("--append", append_, "Add to an existing file of records");
    auto* force = app().add_flag("--force", force_, "Replace an existing file of records")->excludes(append);
    app()
        .add_flag("--resume", resume_,
                  "Only what an existing file of records lacks, and what failed or was interrupted there")
        ->excludes(append)
        ->excludes(force);
    add("--checkpoints", checkpoints_, "DIR",
        "Keep the state of training there after every repetition; with --resume, go on from it to the same bits");
    add("--timeout", timeout_, "SECONDS", "A step that takes longer is taken to hang and ends the run; default 60");
    app().add_flag("--dry-run", dry_run_, "Only print what would be run");
    app().add_flag("--quiet", quiet_, "No progress, no notes");
  }

  int act() override {
    RunRequest request;
    request.paths = find_paths();
    check(!names_.empty() || !from_.empty(), "EXPERIMENT is required, or --from; run -h shows what it takes");
    if (!from_.empty()) run_again(request);
    for (const std::string& name : names_) {
      request.experiments.push_back(find_experiment(name, request.paths.experiments));
      change(request.experiments.back());
    }
    const char* data = std::getenv("RINGSIDE_DATA");
    request.data = !data_.empty() ? data_ : data != nullptr ? data : "";
    request.out = out_;
    if (!trace_.empty()) request.trace = trace_;
    request.existing = append_ || resume_ ? RecordFile::Existing::append
                       : force_           ? RecordFile::Existing::replace
                                          : RecordFile::Existing::refuse;
    if (!machine_.empty()) request.machine = find_machine(machine_, request.paths.machines);
    request.resume = resume_;
    request.checkpoints = checkpoints_;
    if (!timeout_.empty()) request.timeout_s = parse_positive("--timeout", timeout_);
    check(!resume_ || out_ != "-", "--resume reads the records of the run that was stopped; stdout has none to read");
    check(machine_.empty() || checkpoints_.empty(),
          "--checkpoints keeps the state of training; --simulate trains nothing");
    check(numerics_.empty() || request.machine, "--numerics: goes with --simulate only; what is measured has its own");
    if (!numerics_.empty()) request.numerics = real_runs(read_records({numerics_}));
    request.dry_run = dry_run_;
    request.quiet = quiet_;
    return run(request);
  }

 private:
  void add(const std::string& name, std::string& value, const std::string& type, const std::string& help) {
    app().add_option(name, value, help)->type_name(type);
  }

  void run_again(RunRequest& request) const {
    for (const auto& [option, value] : {std::pair("EXPERIMENT", fmt::format("{}", fmt::join(names_, " "))),
                                        {"--strategy", strategies_},
                                        {"--devices", devices_},
                                        {"--scaling", scaling_},
                                        {"--batch", batch_},
                                        {"--steps", steps_},
                                        {"--epochs", epochs_},
                                        {"--repetitions", repetitions_},
                                        {"--seed", seed_},
                                        {"--backend", backend_},
                                        {"--simulate", machine_}})
      check(value.empty(), "--from runs exactly what the record says; {} cannot change that", option);
    request.rerun = rerun_of(find_record(from_));
    request.experiments = {request.rerun->experiment};
    if (!request.rerun->machine.empty()) request.machine = find_machine(request.rerun->machine, request.paths.machines);
  }

  void change(Experiment& experiment) const {
    if (!strategies_.empty()) experiment.strategies = parse_list("--strategy", strategies_);
    if (!devices_.empty()) experiment.devices = parse_wholes("--devices", devices_, 1);
    if (!scaling_.empty()) {
      experiment.scaling.clear();
      for (const std::string& name : parse_list("--scaling", scaling_))
        experiment.scaling.push_back(parse_scaling("--scaling", name));
    }
    if (!batch_.empty()) experiment.batch = static_cast<int>(parse_whole("--batch", batch_, 1));
    check(steps_.empty() || epochs_.empty(), "--steps and --epochs both say how long to train; give one of them");
    if (!steps_.empty()) {
      experiment.steps = parse_whole("--steps", steps_, 1);
      experiment.epochs = 0;
    }
    if (!epochs_.empty()) {
      experiment.epochs = parse_positive("--epochs", epochs_);
      experiment.steps = 0;
    }
    if (!repetitions_.empty()) experiment.repetitions = static_cast<int>(parse_whole("--repetitions", repetitions_, 1));
    if (!seed_.empty()) experiment.seed = static_cast<std::uint64_t>(parse_whole("--seed", seed_, 0));
    if (!backend_.empty()) experiment.backend = backend_;
    check_experiment(experiment);
  }

  std::vector<std::string> names_;
  std::string strategies_, devices_, scaling_, batch_, steps_, epochs_, repetitions_, seed_, backend_;
  std::string from_, machine_, numerics_, data_, out_, trace_, checkpoints_, timeout_;
  bool append_ = false, force_ = false, resume_ = false, dry_run_ = false, quiet_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> run_command(CLI::App& parent) {
  return std::make_unique<RunCommand>(parent);
}

}  // namespace ringside
