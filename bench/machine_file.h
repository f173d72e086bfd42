// Machines as JSON files: a device, what one host is made of, how many hosts there are. bench/machines/README.md describes
// the fields; every number in a file names its source.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sim/machine.h"

namespace ringside {

// How far simulated step times were from measured ones, where both were to be had: |predicted / measured - 1|.
struct ModelError {
  double median = 0, worst = 0;
  int cells = 0;            // strategies x networks x devices x scaling
  std::string when, where;  // UTC; the CPU or GPU
};

struct MachineFile {
  Machine machine;
  std::string hash;  // SHA-256 of the file
  int numbers = 0;   // that name a source
  int unverified = 0;
  std::optional<ModelError> model_error;  // none: nobody has compared this machine's model with the machine
};

// Throws bad_input naming file, field, value and what was expected.
MachineFile load_machine(const std::filesystem::path& path);

// A path, or a name in `folder`.
MachineFile find_machine(std::string_view name_or_path, const std::filesystem::path& folder);

std::vector<std::string> machine_names(const std::filesystem::path& folder);

}  // namespace ringside
