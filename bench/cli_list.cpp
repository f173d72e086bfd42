// ringside list strategies|backends|networks|machines|datasets|experiments
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "bench/cli.h"
#include "bench/experiment_file.h"
#include "bench/machine_file.h"
#include "bench/named_files.h"
#include "bench/network_file.h"
#include "bench/paths.h"
#include "core/backend/registry.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/dataset.h"
#include "core/net/work.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

std::string_view words(Meaning meaning) {
  switch (meaning) {
    case Meaning::sgd:
      return "sgd";
    case Meaning::delayed_sgd:
      return "delayed_sgd";
    case Meaning::local_sgd:
      return "local_sgd";
  }
  return "";
}

// Every entry has "name" and "summary"; what else there is only --json shows.
Json list_strategies() {
  Json list = Json::array();
  for (const Strategy& strategy : strategies())
    list.push_back({{"name", strategy.name}, {"summary", strategy.summary}, {"meaning", words(strategy.meaning)}});
  return list;
}

std::string summary_of(const Backend& backend) {
  const std::string missing = backend.missing();
  return fmt::format("{}{}{}", backend.summary, missing.empty() ? "" : "; not on this machine: ", missing);
}

Json list_backends() {
  Json list = Json::array();
  for (const Backend& backend : backends())
    list.push_back({{"name", backend.name},
                    {"summary", summary_of(backend)},
                    {"details", backend.details()},
                    {"physical_devices", backend.physical_devices()},
                    {"missing", backend.missing()}});
  return list;
}

Json list_networks() {
  Json list = Json::array();
  const Paths paths = find_paths();
  for (const std::string& name : network_names(paths.networks)) {
    const Network network = find_network(name, paths.networks);
    list.push_back({{"name", name},
                    {"summary", fmt::format("for {}: {}", network.dataset, network.description)},
                    {"dataset", network.dataset},
                    {"parameters", network.params()},
                    {"multiply_adds", multiply_adds(network)},
                    {"batch", network.solver.batch},
                    {"steps", network.solver.steps}});
  }
  return list;
}

Json list_machines() {
  Json list = Json::array();
  const Paths paths = find_paths();
  for (const std::string& name : machine_names(paths.machines)) {
    const MachineFile file = find_machine(name, paths.machines);
    const DeviceProfile& device = file.machine.device;
    list.push_back({{"name", name},
                    {"summary", file.machine.description},
                    {"devices", file.machine.devices()},
                    {"device", device.name},
                    {"peak_gflop_per_s", device.peak_flops_per_s / 1e9},
                    {"memory_gb_per_s", device.memory_bytes_per_s / 1e9},
                    {"memory_bytes", device.memory_bytes},
                    {"numbers", file.numbers},
                    {"unverified", file.unverified}});
  }
  return list;
}

Json list_datasets() {
  Json list = Json::array();
  for (const DatasetSource& source : dataset_sources())
    list.push_back({{"name", source.name}, {"summary", source.summary}});
  return list;
}

Json list_experiments() {
  Json list = Json::array();
  const Paths paths = find_paths();
  for (const std::string& name : file_names(paths.experiments)) {
    const Experiment experiment = find_experiment(name, paths.experiments);
    list.push_back({{"name", name},
                    {"summary", experiment.summary},
                    {"networks", experiment.networks},
                    {"strategies", experiment.strategies},
                    {"devices", experiment.devices}});
  }
  return list;
}

struct Menu {
  std::string_view name;
  Json (*list)();
};

constexpr std::array<Menu, 6> menus{{{"strategies", list_strategies},
                                     {"backends", list_backends},
                                     {"networks", list_networks},
                                     {"machines", list_machines},
                                     {"datasets", list_datasets},
                                     {"experiments", list_experiments}}};

std::string names_of_menus(std::string_view between) {
  std::string names;
  for (const Menu& menu : menus) names += fmt::format("{}{}", names.empty() ? "" : between, menu.name);
  return names;
}

class ListCommand : public CliCommand {
 public:
  explicit ListCommand(CLI::App& parent) : CliCommand(parent, "list", "What there is to choose from") {
    app().add_option("WHAT", what_, "Which menu")->required()->type_name(names_of_menus("|"));
    app().add_flag("--json", json_, "As JSON, with everything known");
  }

  int act() override {
    const auto menu = std::ranges::find(menus, what_, &Menu::name);
    if (menu == menus.end()) {
      std::vector<std::string_view> names;
      for (const Menu& other : menus) names.push_back(other.name);
      fail_unknown("list", what_, names);
    }
    const Json list = menu->list();
    if (json_) {
      fmt::print("{}\n", list.dump(2));
      return 0;
    }
    std::size_t columns = 0;
    for (const Json& entry : list) columns = std::max(columns, entry["name"].get<std::string>().size());
    for (const Json& entry : list)
      fmt::print("{:{}}  {}\n", entry["name"].get<std::string>(), columns, entry["summary"].get<std::string>());
    return 0;
  }

 private:
  std::string what_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> list_command(CLI::App& parent) {
  return std::make_unique<ListCommand>(parent);
}

}  // namespace ringside
