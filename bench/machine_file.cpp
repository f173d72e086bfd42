// From a machine's file to nodes and links.
#include "bench/machine_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bench/digest.h"
#include "bench/json_fields.h"
#include "bench/measured_fields.h"
#include "bench/named_files.h"
#include "bench/statistics.h"

namespace ringside {
namespace {

using nlohmann::json;

// Reads numbers with their sources, {"value": 12, "source": "..."}, and counts them; "unverified": true marks what was not
// read at its source.
class SourcedNumbers {
 public:
  // Keeps a reference.
  explicit SourcedNumbers(MachineFile& file) : file_(file) {}

  double read(JsonFields& fields, std::string_view name) {
    JsonFields sourced(fields.at(name), fields.place(name));
    const auto value = sourced.get<double>("value");
    check(!sourced.get<std::string>("source").empty(), "{}: needs a source that is not empty", fields.place(name));
    ++file_.numbers;
    if (sourced.get_or<bool>("unverified", false)) ++file_.unverified;
    sourced.get_or<double>("spread", 0);  // of a calibration
    sourced.done();
    check(value >= 0, "{}: {}; expected 0 or more", fields.place(name), value);
    return value;
  }

  double read_positive(JsonFields& fields, std::string_view name) {
    const double value = read(fields, name);
    check(value > 0, "{}: {}; expected more than 0", fields.place(name), value);
    return value;
  }

 private:
  MachineFile& file_;
};

std::vector<Efficiency> read_efficiencies(const json& value, const std::string& place, SourcedNumbers& numbers) {
  check(value.is_array(), "{}: expected a list, found {}", place, json_words(value));
  std::vector<Efficiency> efficiencies;
  for (const json& item : value) {
    JsonFields fields(item, fmt::format("{}: item {}", place, efficiencies.size() + 1));
    Efficiency efficiency;
    efficiency.layer = fields.get<std::string>("layer");
    efficiency.of_peak = numbers.read_positive(fields, "of_peak");
    efficiency.half_flops = fields.find("half_mflop") ? 1e6 * numbers.read(fields, "half_mflop") : 0;
    fields.done();
    check(efficiency.of_peak <= 1, "{}: {}; expected at most 1", fields.place("of_peak"), efficiency.of_peak);
    efficiencies.push_back(efficiency);
  }
  return efficiencies;
}

DeviceProfile read_device(const json& value, const std::string& place, SourcedNumbers& numbers) {
  JsonFields fields(value, place);
  DeviceProfile device;
  device.name = fields.get<std::string>("name");
  device.peak_flops_per_s = 1e9 * numbers.read_positive(fields, "peak_gflop_per_s");
  device.memory_bytes_per_s = 1e9 * numbers.read_positive(fields, "memory_gb_per_s");
  device.memory_bytes = 1024.0 * 1024 * 1024 * numbers.read_positive(fields, "memory_gib");
  device.launch_s = 1e-6 * numbers.read(fields, "launch_us");
  if (fields.find("update_gb_per_s"))
    device.update_bytes_per_s = 1e9 * numbers.read_positive(fields, "update_gb_per_s");
  device.efficiencies = read_efficiencies(fields.at("efficiency"), fields.place("efficiency"), numbers);
  if (fields.find("pixel_ns")) device.pixel_s = 1e-9 * numbers.read(fields, "pixel_ns");
  if (const json* measured = fields.find("measured")) read_measured(*measured, fields.place("measured"), device);
  fields.done();
  return device;
}

std::map<std::string, Link> read_link_kinds(const json& value, const std::string& place, SourcedNumbers& numbers) {
  check(value.is_object(), "{}: expected an object, found {}", place, json_words(value));
  std::map<std::string, Link> kinds;
  for (const auto& [name, item] : value.items()) {
    JsonFields fields(item, fmt::format("{}: \"{}\"", place, name));
    Link link;
    link.name = name;
    link.bytes_per_s = 1e9 * numbers.read_positive(fields, "gb_per_s");
    link.latency_s = 1e-6 * numbers.read(fields, "latency_us");
    link.full_duplex = fields.get_or<bool>("full_duplex", true);
    link.sharing = fields.get_or<bool>("in_order", false) ? Sharing::in_order : Sharing::fair;
    fields.done();
    kinds[name] = link;
  }
  return kinds;
}

// Lays out `count` hosts of the same make. Devices are called gpu0, gpu1, ... within a host; a node that is named by no
// device is a switch, a root complex or a network card; "network" is one node that all hosts have in common.
class HostLayout {
 public:
  HostLayout(Machine& machine, const std::map<std::string, Link>& kinds, std::string place)
      : machine_(machine), kinds_(kinds), place_(std::move(place)) {}

  void read(const json& value) {
    JsonFields fields(value, place_);
    const int count = fields.get_or<int>("count", 1);
    const int devices = fields.get<int>("devices");
    const auto memory = fields.get<std::string>("memory");
    const json& links = fields.at("links");
    const auto islands =
        fields.get_or<std::vector<int>>("islands", std::vector<int>(static_cast<std::size_t>(devices)));
    fields.done();
    check(count >= 1, "{}: {}; expected at least 1", fields.place("count"), count);
    check(devices >= 1, "{}: {}; expected at least 1", fields.place("devices"), devices);
    check(static_cast<int>(islands.size()) == devices, "{}: {} numbers; expected one for each of {} devices",
          fields.place("islands"), islands.size(), devices);
    check(links.is_array(), "{}: expected a list, found {}", fields.place("links"), json_words(links));
    for (int h = 0; h < count; ++h) {
      host_ = h;
      for (int d = 0; d < devices; ++d) {
        machine_.device_nodes.push_back(node(fmt::format("gpu{}", d)));
        machine_.islands.push_back(h * 1000 + islands[static_cast<std::size_t>(d)]);
      }
      for (const json& link : links) add(link, fields.place("links"));
      machine_.host_nodes.insert(machine_.host_nodes.end(), static_cast<std::size_t>(devices), node(memory));
    }
  }

 private:
  int node(const std::string& name) {
    const std::string full = name == "network" ? name : fmt::format("host{}/{}", host_, name);
    const auto [found, added] = nodes_.try_emplace(full, static_cast<int>(machine_.nodes.size()));
    if (added) machine_.nodes.push_back(full);
    return found->second;
  }

  void add(const json& item, const std::string& place) {
    check(item.is_array() && item.size() == 3 && item[0].is_string() && item[1].is_string() && item[2].is_string(),
          "{}: expected [node, node, kind of link], found {}", place, item.dump());
    const auto kind = kinds_.find(item[2].get<std::string>());
    check(kind != kinds_.end(), "{}: {}: no such kind of link; \"link_kinds\" has none of that name", place,
          item.dump());
    Link link = kind->second;
    link.node_a = node(item[0].get<std::string>());
    link.node_b = node(item[1].get<std::string>());
    machine_.links.push_back(link);
  }

  Machine& machine_;
  const std::map<std::string, Link>& kinds_;
  std::string place_;
  int host_ = 0;
  std::map<std::string, int> nodes_;
};

Execution read_execution(const json& value, const std::string& place, SourcedNumbers& numbers) {
  JsonFields fields(value, place);
  Execution execution;
  execution.lanes_share = fields.get_or<bool>("lanes_share", false);
  execution.cores = fields.get_or<int>("cores", 0);
  execution.transfers_compute = fields.get_or<bool>("transfers_compute", false);
  if (fields.find("crowding")) execution.crowding = numbers.read_positive(fields, "crowding");
  if (fields.find("handoff_us")) execution.handoff_s = 1e-6 * numbers.read(fields, "handoff_us");
  if (fields.find("wake_up_us")) {
    execution.wake_up_s = 1e-6 * numbers.read(fields, "wake_up_us");
    execution.sleeps_after_s = 1e-6 * numbers.read_positive(fields, "sleeps_after_us");
  }
  fields.done();
  check(execution.cores >= 0, "{}: {}; expected 0 (a processor for each device) or more", fields.place("cores"),
        execution.cores);
  return execution;
}

ComparedCell read_compared(const json& value, const std::string& place) {
  JsonFields fields(value, place);
  ComparedCell cell;
  cell.network = fields.get<std::string>("network");
  cell.strategy = fields.get<std::string>("strategy");
  cell.devices = fields.get<int>("devices");
  cell.batch = fields.get<int>("batch");
  cell.predicted_s = 1e-3 * fields.get<double>("predicted_ms");
  cell.measured_s = 1e-3 * fields.get<double>("measured_ms");
  fields.done();
  check(cell.predicted_s > 0 && cell.measured_s > 0, "{}: predicted {} s, measured {} s; expected more than 0", place,
        cell.predicted_s, cell.measured_s);
  return cell;
}

ModelError read_model_error(const json& value, const std::string& place) {
  JsonFields fields(value, place);
  std::vector<ComparedCell> cells;
  const json& list = fields.at("compared");
  check(list.is_array() && !list.empty(), "{}: expected a list that is not empty, found {}", fields.place("compared"),
        json_words(list));
  for (const json& item : list)
    cells.push_back(read_compared(item, fmt::format("{}: item {}", fields.place("compared"), cells.size() + 1)));
  const ModelError error =
      model_error(std::move(cells), fields.get<std::string>("when"), fields.get<std::string>("where"));
  const auto stated = [&](const char* name, double is) {
    const auto said = fields.get<double>(name);
    check(std::abs(said - is) < 1e-3, "{}: {}; the cells compared make it {:.4f}", fields.place(name), said, is);
  };
  stated("median", error.median);
  stated("worst", error.worst);
  fields.done();
  return error;
}

}  // namespace

ModelError model_error(std::vector<ComparedCell> cells, std::string when, std::string where) {
  std::vector<double> off;
  for (const ComparedCell& cell : cells) off.push_back(std::abs(cell.error()));
  ModelError error;
  error.median = quantile(off, 0.5);
  error.worst = std::ranges::max(off);
  error.compared = std::move(cells);
  error.when = std::move(when);
  error.where = std::move(where);
  return error;
}

MachineFile parse_machine(const json& object, const std::string& place) {
  JsonFields fields(object, place);
  MachineFile file;
  SourcedNumbers numbers(file);
  Machine& machine = file.machine;
  machine.description = fields.get<std::string>("description");
  machine.device = read_device(fields.at("device"), fields.place("device"), numbers);
  if (const json* execution = fields.find("execution")) {
    machine.execution = read_execution(*execution, fields.place("execution"), numbers);
  }
  const std::map<std::string, Link> kinds =
      read_link_kinds(fields.at("link_kinds"), fields.place("link_kinds"), numbers);
  HostLayout(machine, kinds, fields.place("host")).read(fields.at("host"));
  if (const json* staging = fields.find("staging")) {
    JsonFields staged(*staging, fields.place("staging"));
    machine.staging = {true, 1e9 * numbers.read_positive(staged, "gb_per_s"),
                       1e-6 * numbers.read(staged, "latency_us")};
    staged.done();
  }
  if (const json* error = fields.find("model_error")) {
    file.model_error = read_model_error(*error, fields.place("model_error"));
  }
  fields.done();
  return file;
}

MachineFile load_machine(const std::filesystem::path& path) {
  MachineFile file = parse_machine(read_json_file(path), path.string());
  file.machine.name = path.stem().string();
  file.hash = sha256_of_file(path);
  return file;
}

MachineFile find_machine(std::string_view name_or_path, const std::filesystem::path& folder) {
  return load_machine(find_named_file("machine", name_or_path, folder));
}

std::vector<std::string> machine_names(const std::filesystem::path& folder) {
  return file_names(folder);
}

}  // namespace ringside
