// Finding the files of a data set.
#include "core/data/file_set.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/error.h"

namespace ringside {

namespace {

// A folder may bear the name of a file (some archives of MNIST do that): only a file counts.
std::optional<std::filesystem::path> find_file(const std::filesystem::path& folder,
                                               const std::vector<std::string>& spellings) {
  for (const auto& name : spellings) {
    std::error_code ignored;  // what cannot be looked at is not there
    if (std::filesystem::is_regular_file(folder / name, ignored)) return folder / name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> find_folder(const FileSet& set, const std::filesystem::path& directory) {
  for (const auto& below : set.folders) {
    const auto folder = below.empty() ? directory : directory / below;
    if (std::any_of(set.spellings.begin(), set.spellings.end(),
                    [&](const auto& names) { return find_file(folder, names).has_value(); })) {
      return folder;
    }
  }
  return std::nullopt;
}

std::vector<std::filesystem::path> find_files(const FileSet& set, const std::filesystem::path& directory) {
  std::error_code ignored;
  check(std::filesystem::is_directory(directory, ignored), "{}: no such directory; looked there for {}",
        directory.string(), set.title);
  const auto folder = find_folder(set, directory);
  if (!folder) {
    std::vector<std::string> names;
    for (const auto& spellings : set.spellings) names.push_back(fmt::format("{}", fmt::join(spellings, " or ")));
    std::vector<std::string> folders;
    for (const auto& below : set.folders) folders.push_back((below.empty() ? directory : directory / below).string());
    fail("no file of {} in {}; looked for {}", set.title, fmt::join(folders, ", "), fmt::join(names, "; "));
  }
  std::vector<std::filesystem::path> files;
  for (const auto& spellings : set.spellings) {
    const auto file = find_file(*folder, spellings);
    check(file.has_value(), "{}: a file of {} is missing; looked for {}", folder->string(), set.title,
          fmt::join(spellings, " or "));
    files.push_back(*file);
  }
  return files;
}

}  // namespace ringside
