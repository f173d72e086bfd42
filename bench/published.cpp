// Reads results/published.json.
#include "bench/published.h"

#include "bench/json_fields.h"

namespace ringside {

std::vector<PublishedSpeedUp> load_published(const std::filesystem::path& file) {
  const nlohmann::json json = read_json_file(file);
  check(json.is_array(), "{}: expected a list, found {}", file.string(), json_words(json));
  std::vector<PublishedSpeedUp> all;
  for (const nlohmann::json& entry : json) {
    JsonFields fields(entry, fmt::format("{}: entry {}", file.string(), all.size() + 1));
    PublishedSpeedUp& published = all.emplace_back();
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

}  // namespace ringside
