// One file from the network.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "bench/public_data.h"

namespace ringside {

// Downloads `file` to `target` from the first of `homes` (addresses of folders) that gives it with the right checksum.
// Throws bad_input with each home's failure; interrupted on Ctrl-C.
void download(const PublicFile& file, const std::vector<std::string>& homes, const std::filesystem::path& target,
              bool progress);

}  // namespace ringside
