// Which work is done.
#include "bench/resume.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside {
namespace {

// `a.b is 1, here 2; ...` of all values below that differ.
void collect(const nlohmann::json& there, const nlohmann::json& here, const std::string& name, std::string& text) {
  if (there == here) return;
  if (there.is_object() && here.is_object()) {
    std::set<std::string> fields;
    for (const nlohmann::json* side : {&there, &here})
      for (const auto& [field, value] : side->items()) fields.insert(field);
    for (const std::string& field : fields)
      collect(there.value(field, nlohmann::json()), here.value(field, nlohmann::json()),
              name.empty() ? field : name + "." + field, text);
    return;
  }
  text += fmt::format("{}{} is {}, here {}", text.empty() ? "" : "; ", name, there.dump(), here.dump());
}

nlohmann::json essence(nlohmann::json identity) {
  identity.erase("delay");
  identity.erase("shards");
  if (identity.value("timing", nlohmann::json()) == "simulated") {
    identity.erase("steps");
    identity.erase("warm_up_steps");
  }
  return identity;
}

}  // namespace

std::string work_key(const nlohmann::json& identity) {
  return essence(identity).dump();
}

std::string difference(const nlohmann::json& there, const nlohmann::json& here) {
  std::string text;
  collect(essence(there), essence(here), "", text);
  return text;
}

FinishedWork::FinishedWork(const std::vector<PlacedRecord>& records) {
  for (const PlacedRecord& placed : records)
    if (placed.record.value("status", "") == "ok" && placed.record.contains("identity"))
      keys_.insert(work_key(placed.record["identity"]));
}

std::vector<Cell> left_to_do(std::vector<Cell> cells, const std::function<bool(const Cell&)>& is_finished) {
  for (Cell& cell : cells) cell.finished = is_finished(cell);
  const auto is_needed = [&](const Cell& cell) {
    if (!cell.finished) return true;
    return is_baseline(cell) && std::ranges::any_of(cells, [&](const Cell& other) {
             return !other.finished && other.scaling == cell.scaling;
           });
  };
  std::vector<Cell> left;
  std::ranges::copy_if(cells, std::back_inserter(left), is_needed);
  return left;
}

}  // namespace ringside
