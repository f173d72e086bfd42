// Machines as JSON files: a device, what one host is made of, how many hosts there are. bench/machines/README.md describes
// the fields; every number in a file names its source.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/sim/machine.h"

namespace ringside {

// Throws bad_input naming file, field, value and what was expected.
Machine load_machine(const std::filesystem::path& file);

// A path, or a name in `folder`.
Machine find_machine(std::string_view name_or_path, const std::filesystem::path& folder);

std::vector<std::string> machine_names(const std::filesystem::path& folder);

}  // namespace ringside
