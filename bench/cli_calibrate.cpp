// ringside calibrate, and ringside validate-model, which does the same and then holds the model to the machine.
#include <filesystem>
#include <fstream>
#include <optional>

#include "bench/calibration.h"
#include "bench/cli.h"
#include "bench/environment.h"
#include "bench/json_fields.h"
#include "bench/json_text.h"
#include "bench/machine_file.h"
#include "bench/model_validation.h"
#include "bench/network_file.h"
#include "bench/numbers.h"
#include "bench/paths.h"
#include "bench/progress.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

// read_json_file is strict, but sorts the fields.
Json in_file_order(const std::filesystem::path& path) {
  static_cast<void>(read_json_file(path));
  std::ifstream file(path);
  return Json::parse(file);
}

class MachineCommand : public CliCommand {
 protected:
  MachineCommand(CLI::App& parent, const std::string& name, const std::string& summary)
      : CliCommand(parent, name, summary) {
    add("--network", networks_, "NAME,...", "Whose layers are measured")->capture_default_str();
    add("--backend", backend_, "NAME", "What computes (ringside list backends)")->capture_default_str();
    add("--rounds", rounds_, "N", "How often everything is measured; the fastest counts")->capture_default_str();
    add("--out", out_, "FILE", "Machine file to write")->capture_default_str();
    app().add_flag("--force", force_, "Replace the file");
    app().add_flag("--quiet", quiet_, "No progress");
  }

  CLI::Option* add(const std::string& name, std::string& value, const std::string& type, const std::string& help) {
    return app().add_option(name, value, help)->type_name(type);
  }

  const Backend& backend() const { return find_backend(backend_); }
  int rounds() const { return static_cast<int>(parse_whole("--rounds", rounds_, 1)); }
  bool quiet() const { return quiet_; }
  std::filesystem::path out() const { return out_; }

  std::vector<Network> networks(const Paths& paths) const {
    std::vector<Network> found;
    for (const std::string& name : parse_list("--network", networks_))
      found.push_back(find_network(name, paths.networks));
    return found;
  }

  void check_writable() const {
    check(force_ || !std::filesystem::exists(out_), "{}: exists already; --force replaces it", out_);
  }

  static void write(const std::filesystem::path& path, const Json& machine) {
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path);
    file << json_text(machine);
    file.close();
    check(file.good(), "{}: cannot be written", path.string());
  }

  static void warn_of_slow_build(Progress& progress) {
    if (is_slow_build()) progress.say("this build is slow: what it measures is of no use", true);
  }

 private:
  std::string networks_ = "lenet,cifar10_quick", backend_ = "auto", rounds_ = "5", out_ = "results/run/this-cpu.json";
  bool force_ = false, quiet_ = false;
};

class CalibrateCommand : public MachineCommand {
 public:
  explicit CalibrateCommand(CLI::App& parent)
      : MachineCommand(parent, "calibrate", "Measure this machine and write a machine file to simulate on") {}

  int act() override {
    check_writable();
    const Paths paths = find_paths();
    Progress progress(quiet());
    warn_of_slow_build(progress);
    Calibration calibration(networks(paths), backend(), paths.data);
    progress.begin("calibrating", std::int64_t{rounds()} * calibration.graphs());
    for (int round = 0; round < rounds(); ++round) calibration.run_round(round, [&] { progress.step(); });
    progress.end();
    write(out(), calibration.machine());
    const MachineFile file = load_machine(out());  // nobody shall find out later that it cannot be read
    progress.say(fmt::format("machine file: {}; {} layers, {} moves measured", out().string(),
                             file.machine.device.measured_layers.size(), file.machine.device.measured_moves.size()));
    return 0;
  }
};

class ValidateModelCommand : public MachineCommand {
 public:
  explicit ValidateModelCommand(CLI::App& parent)
      : MachineCommand(parent, "validate-model",
                       "Simulate and measure the same cells here; say how far the model is off") {
    add("--machine", machine_, "FILE",
        "Take the machine from this file, and write the error into it, instead of calibrating");
  }

  int act() override {
    if (machine_.empty()) check_writable();
    const Paths paths = find_paths();
    Progress progress(quiet());
    warn_of_slow_build(progress);
    const std::vector<Network> networks = this->networks(paths);
    ModelValidation validation(networks, backend(), paths.data);
    std::optional<Calibration> calibration;
    if (machine_.empty()) calibration.emplace(networks, backend(), paths.data);
    const int graphs = validation.cells() + (calibration ? calibration->graphs() : 0);
    progress.begin("calibrating and measuring in turns", std::int64_t{rounds()} * graphs);
    for (int round = 0; round < rounds(); ++round) {
      if (calibration) calibration->run_round(round, [&] { progress.step(); });
      validation.run_round(round, [&] { progress.step(); });
    }
    progress.end();

    const std::filesystem::path path = machine_.empty() ? out() : std::filesystem::path(machine_);
    Json machine = calibration ? calibration->machine() : in_file_order(path);
    const MachineFile file = parse_machine(nlohmann::json::parse(machine.dump()), path.string());
    const ModelError error = model_error(validation.compare(file.machine), utc_now(), observe(backend()).cpu);
    machine["model_error"] = model_error_json(error);
    fmt::print("{}", comparison_text(error));
    write(path, machine);
    progress.say(fmt::format("machine file: {}", path.string()));
    return 0;
  }

 private:
  std::string machine_;
};

}  // namespace

std::unique_ptr<CliCommand> calibrate_command(CLI::App& parent) {
  return std::make_unique<CalibrateCommand>(parent);
}

std::unique_ptr<CliCommand> validate_model_command(CLI::App& parent) {
  return std::make_unique<ValidateModelCommand>(parent);
}

}  // namespace ringside
