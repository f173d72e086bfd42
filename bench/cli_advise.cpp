// ringside advise
#include "bench/advice.h"
#include "bench/cli.h"
#include "bench/network_file.h"
#include "bench/numbers.h"
#include "bench/paths.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class AdviseCommand : public CliCommand {
 public:
  explicit AdviseCommand(CLI::App& parent)
      : CliCommand(parent, "advise", "Which strategy is the fastest where, on a machine that need not be at hand") {
    add("--network", network_, "NAME", "Name (ringside list networks) or path of a JSON file")->required();
    add("--machine", machine_, "NAME", "Name (ringside list machines) or path of a JSON file")->required();
    add("--devices", devices_, "1,2,4,8", "Numbers of devices; default: 1, 2, 4, ... as many as the machine has");
    add("--batch", batches_, "N,...",
        "Samples a step: of all devices (strong) or of each (weak); default: the recipe's");
    add("--scaling", scaling_, "NAME", "strong or weak")->capture_default_str();
    add("--bandwidth-scale", scales_, "0.5,1,2", "Make every link so many times as fast")->capture_default_str();
    app().add_flag("--json", json_, "As JSON");
  }

  int act() override {
    const Paths paths = find_paths();
    AdviceRequest request;
    request.network = find_network(network_, paths.networks);
    request.machine = find_machine(machine_, paths.machines);
    request.scaling = parse_scaling("--scaling", scaling_);
    if (devices_.empty())
      for (int count = 1; count <= request.machine.machine.devices(); count *= 2) request.devices.push_back(count);
    else
      request.devices = parse_wholes("--devices", devices_, 1);
    request.batches =
        batches_.empty() ? std::vector{request.network.solver.batch} : parse_wholes("--batch", batches_, 1);
    for (const std::string& item : parse_list("--bandwidth-scale", scales_))
      request.bandwidth_scales.push_back(parse_positive("--bandwidth-scale", item));
    const Advice advice = advise(request);
    fmt::print("{}", json_ ? advice_json(advice).dump(2) + "\n" : advice_text(advice));
    return 0;
  }

 private:
  CLI::Option* add(const std::string& name, std::string& value, const std::string& type, const std::string& help) {
    return app().add_option(name, value, help)->type_name(type);
  }

  std::string network_, machine_, devices_, batches_, scaling_ = "strong", scales_ = "1";
  bool json_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> advise_command(CLI::App& parent) {
  return std::make_unique<AdviseCommand>(parent);
}

}  // namespace ringside
