// Folders of JSON files that are asked for by name: networks, machines, experiments.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ringside {

// The names (stems) of a folder's .json files, sorted. Throws bad_input if there is no such folder.
std::vector<std::string> file_names(const std::filesystem::path& folder);

// Where the file stands: a path if `name_or_path` looks like one (holds a slash or ends in .json), else a name in `folder`.
// Throws bad_input with the nearest name: `unknown network "lennet"; did you mean "lenet"? There are: ...`.
std::filesystem::path find_named_file(std::string_view what, std::string_view name_or_path,
                                      const std::filesystem::path& folder);

}  // namespace ringside
