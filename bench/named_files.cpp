// Folders of JSON files: see the header.
#include "bench/named_files.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {

std::vector<std::string> file_names(const std::filesystem::path& folder) {
  check(std::filesystem::is_directory(folder), "{}: no such folder", folder.string());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::filesystem::path find_named_file(std::string_view what, std::string_view name_or_path,
                                      const std::filesystem::path& folder) {
  if (name_or_path.ends_with(".json") || name_or_path.find('/') != std::string_view::npos) return name_or_path;
  const std::vector<std::string> names = file_names(folder);
  if (std::find(names.begin(), names.end(), name_or_path) == names.end()) {
    fail_unknown(what, name_or_path, std::vector<std::string_view>(names.begin(), names.end()));
  }
  return folder / (std::string(name_or_path) + ".json");
}

}  // namespace ringside
