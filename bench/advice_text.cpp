// Advice in words and as JSON.
#include <algorithm>
#include <functional>

#include "bench/advice.h"
#include "bench/numbers.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

std::string verdict(const AdviceCell& cell) {
  if (cell.leaders == 0) return "nothing can be run";
  if (cell.leaders == 1) return cell.candidates.front().strategy;
  std::vector<std::string> names;
  for (int i = 0; i < cell.leaders; ++i) names.push_back(cell.candidates[static_cast<std::size_t>(i)].strategy);
  std::ranges::sort(names);
  return fmt::format("too close to call ({})", fmt::join(names, ", "));
}

std::string devices_text(int devices) {
  return fmt::format("{} {}", devices, devices == 1 ? "device" : "devices");
}

// One line of a sweep along one quantity, if the verdict changes on it: "A up to 2 devices, B from 4 devices".
std::string crossover(std::vector<const AdviceCell*> line, const std::function<std::string(const AdviceCell&)>& where) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i + 1;
    while (end < line.size() && verdict(*line[end]) == verdict(*line[i])) ++end;
    parts.push_back(i == 0 ? fmt::format("{} up to {}", verdict(*line[i]), where(*line[end - 1]))
                           : fmt::format("{} from {}", verdict(*line[i]), where(*line[i])));
    i = end;
  }
  return parts.size() > 1 ? fmt::format("{}", fmt::join(parts, "; ")) : "";
}

// All lines along one quantity: cells that agree in `rest`, in the order of the sweep.
std::string crossovers(const Advice& advice, const std::function<std::string(const AdviceCell&)>& rest,
                       const std::function<std::string(const AdviceCell&)>& where) {
  std::string text;
  std::vector<std::string> seen;
  for (const AdviceCell& first : advice.cells) {
    const std::string name = rest(first);
    if (std::ranges::find(seen, name) != seen.end()) continue;
    seen.push_back(name);
    std::vector<const AdviceCell*> line;
    for (const AdviceCell& cell : advice.cells)
      if (rest(cell) == name) line.push_back(&cell);
    if (const std::string words = crossover(line, where); !words.empty())
      text += fmt::format("  {}: {}\n", name, words);
  }
  return text;
}

}  // namespace

std::string advice_text(const Advice& advice) {
  const MachineFile& file = advice.request.machine;
  std::string text =
      fmt::format("{} on {} ({}), {} scaling: the fastest strategy, simulated\n", advice.request.network.name,
                  file.machine.name, file.machine.description, name_of(advice.request.scaling));
  text += advice.error_is_measured
              ? fmt::format(
                    "The model was off by {:.1f} % at worst on this machine: what is closer is too close to call.\n",
                    100 * advice.error)
              : fmt::format(
                    "The model was never compared with this machine; {:.0f} % is assumed: what is closer is too close "
                    "to call. {} of {} numbers of the machine are unverified.\n",
                    100 * advice.error, file.unverified, file.numbers);
  for (const AdviceCell& cell : advice.cells) {
    text += fmt::format("\n{}, batch {}, bandwidth x{}: {}\n", devices_text(cell.devices), cell.batch,
                        cell.bandwidth_scale, verdict(cell));
    for (const Candidate& each : cell.candidates)
      text += each.obstacle.empty() ? fmt::format("  {:16} {:>12} images/s {:7.2f}x\n", each.strategy,
                                                  grouped(each.img_per_s), each.speed_up)
                                    : fmt::format("  {:16} {}\n", each.strategy, each.obstacle);
  }

  const auto devices = [](const AdviceCell& cell) { return devices_text(cell.devices); };
  const auto batch = [](const AdviceCell& cell) { return fmt::format("batch {}", cell.batch); };
  const auto bandwidth = [](const AdviceCell& cell) { return fmt::format("bandwidth x{}", cell.bandwidth_scale); };
  const auto both = [](const auto& a, const auto& b) {
    return [a, b](const AdviceCell& cell) { return a(cell) + ", " + b(cell); };
  };
  const std::string changes = crossovers(advice, both(batch, bandwidth), devices) +
                              crossovers(advice, both(devices, bandwidth), batch) +
                              crossovers(advice, both(devices, batch), bandwidth);
  return text + "\ncrossovers\n" + (changes.empty() ? "  none in this sweep\n" : changes);
}

Json advice_json(const Advice& advice) {
  const MachineFile& file = advice.request.machine;
  Json cells = Json::array();
  for (const AdviceCell& cell : advice.cells) {
    Json candidates = Json::array();
    for (const Candidate& each : cell.candidates) {
      const bool runs = each.obstacle.empty();
      candidates.push_back({{"strategy", each.strategy},
                            {"img_per_s", runs ? Json(each.img_per_s) : Json(nullptr)},
                            {"speed_up", runs && each.speed_up > 0 ? Json(each.speed_up) : Json(nullptr)},
                            {"obstacle", runs ? Json(nullptr) : Json(each.obstacle)}});
    }
    cells.push_back({{"devices", cell.devices},
                     {"batch", cell.batch},
                     {"bandwidth_scale", cell.bandwidth_scale},
                     {"fastest", cell.leaders > 0 ? Json(cell.candidates.front().strategy) : Json(nullptr)},
                     {"too_close_to_call", cell.leaders > 1},
                     {"leaders", cell.leaders},
                     {"candidates", std::move(candidates)}});
  }
  return {{"network", advice.request.network.name},
          {"machine", file.machine.name},
          {"machine_hash", file.hash},
          {"scaling", name_of(advice.request.scaling)},
          {"error", advice.error},
          {"error_is_measured", advice.error_is_measured},
          {"cells", std::move(cells)}};
}

}  // namespace ringside
