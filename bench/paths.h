// Where the suite's own files stand: under RINGSIDE_HOME, or else under the source tree the program was built from.
#pragma once
#include <filesystem>

namespace ringside {

struct Paths {
  std::filesystem::path networks, experiments, machines, data, published, plots;
};

// Throws bad_input if the home has no bench/networks (the tree was moved, or RINGSIDE_HOME is wrong).
Paths find_paths();

}  // namespace ringside
