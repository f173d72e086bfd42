// ringside run EXPERIMENT...
#include <cstdlib>
#include <optional>

#include "bench/cli.h"
#include "bench/experiment_file.h"
#include "bench/numbers.h"
#include "bench/run.h"
#include "core/base/error.h"

namespace ringside {
namespace {

std::vector<int> whole_numbers(std::string_view what, const std::string& text, std::int64_t least) {
  std::vector<int> numbers;
  for (const std::string& item : parse_list(what, text))
    numbers.push_back(static_cast<int>(parse_whole(what, item, least)));
  return numbers;
}

class RunCommand : public CliCommand {
 public:
  explicit RunCommand(CLI::App& parent)
      : CliCommand(parent, "run",
                   "Train and measure, or simulate: every strategy in turns, every result checked, a record for each") {
    app().add_option("EXPERIMENT", names_, "Names (ringside list experiments) or paths of JSON files")->required();
    add("--strategy", strategies_, "A,B", "Only these strategies");
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
    app().add_flag("--force", force_, "Replace an existing file of records")->excludes(append);
    app().add_flag("--dry-run", dry_run_, "Only print what would be run");
    app().add_flag("--quiet", quiet_, "No progress, no notes");
  }

  int act() override {
    RunRequest request;
    request.paths = find_paths();
    for (const std::string& name : names_) {
      request.experiments.push_back(find_experiment(name, request.paths.experiments));
      change(request.experiments.back());
    }
    const char* data = std::getenv("RINGSIDE_DATA");
    request.data = !data_.empty() ? data_ : data != nullptr ? data : "";
    request.out = out_;
    if (!trace_.empty()) request.trace = trace_;
    request.existing = append_  ? RecordFile::Existing::append
                       : force_ ? RecordFile::Existing::replace
                                : RecordFile::Existing::refuse;
    if (!machine_.empty()) request.machine = find_machine(machine_, request.paths.machines);
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

  void change(Experiment& experiment) const {
    if (!strategies_.empty()) experiment.strategies = parse_list("--strategy", strategies_);
    if (!devices_.empty()) experiment.devices = whole_numbers("--devices", devices_, 1);
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
  std::string machine_, numerics_, data_, out_, trace_;
  bool append_ = false, force_ = false, dry_run_ = false, quiet_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> run_command(CLI::App& parent) {
  return std::make_unique<RunCommand>(parent);
}

}  // namespace ringside
