// Reads results/published.json.
#include "bench/published.h"

#include <algorithm>
#include <string_view>

#include "bench/json_fields.h"
#include "core/base/nearest.h"

namespace ringside {

std::vector<PublishedSpeedUp> load_published(const std::filesystem::path& file) {
  const nlohmann::json json = read_json_file(file);
  check(json.is_array(), "{}: expected a list, found {}", file.string(), json_words(json));
  std::vector<PublishedSpeedUp> all;
  for (const nlohmann::json& entry : json) {
    JsonFields fields(entry, fmt::format("{}: entry {}", file.string(), all.size() + 1));
    PublishedSpeedUp& published = all.emplace_back();
    published.table = fields.get<std::string>("table");
    published.network = fields.get<std::string>("network");
    published.strategy = fields.get_or<std::string>("strategy", "");
    published.devices = fields.get<int>("devices");
    published.speed_up = fields.get<double>("speed_up");
    published.what = fields.get<std::string>("what");
    published.hardware = fields.get<std::string>("hardware");
    published.source = fields.get<std::string>("source");
    fields.done();
  }
  return all;
}

std::vector<PublishedSpeedUp> published_table(const std::vector<PublishedSpeedUp>& all, const std::string& table) {
  std::vector<PublishedSpeedUp> chosen;
  std::vector<std::string_view> names;
  for (const PublishedSpeedUp& value : all) {
    if (std::ranges::find(names, value.table) == names.end()) names.push_back(value.table);
    if (value.table != table) continue;
    chosen.push_back(value);
    chosen.back().what = fmt::format("{}: {}", value.network, value.what);
    chosen.back().asked_for = true;
  }
  if (chosen.empty()) fail_unknown("published table", table, names);
  return chosen;
}

}  // namespace ringside
