// Experiments as JSON files.
#pragma once
#include <filesystem>
#include <string_view>

#include "bench/experiment.h"

namespace ringside {

// By name (a file NAME.json of `directory`) or by path. Throws bad_input: no such file (with the nearest name), and everything
// wrong in it, by file and field.
Experiment find_experiment(std::string_view name_or_path, const std::filesystem::path& directory);

}  // namespace ringside
