// Networks as JSON files; every field is described in bench/networks/README.md.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/net/network.h"

namespace ringside {

// The network is named after its file. Throws bad_input naming file, place, value and what was expected.
Network load_network(const std::filesystem::path& file);

// By name (a file NAME.json of `folder`) or by path. An unknown name is bad_input, with the nearest one.
Network find_network(std::string_view name_or_path, const std::filesystem::path& folder);

// Sorted.
std::vector<std::string> network_names(const std::filesystem::path& folder);

}  // namespace ringside
