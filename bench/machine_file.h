// Machines as JSON files: a device, what one host is made of, how many hosts there are. bench/machines/README.md describes
// the fields; every number in a file names its source.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sim/machine.h"

namespace ringside {

// A cell that was both simulated and measured.
struct ComparedCell {
  std::string network, strategy;
  int devices = 0;
  int batch = 0;  // global
  double predicted_s = 0, measured_s = 0;
  double error() const { return predicted_s / measured_s - 1; }
};

// How far simulated step times were from measured ones, where both were to be had: |predicted / measured - 1|.
struct ModelError {
  double median = 0, worst = 0;
  std::vector<ComparedCell> compared;
  std::string when, where;  // UTC; the CPU or GPU
};

// Requires: some cells.
ModelError model_error(std::vector<ComparedCell> cells, std::string when, std::string where);

struct MachineFile {
  Machine machine;
  std::string hash;  // SHA-256 of the file
  int numbers = 0;   // that name a source
  int unverified = 0;
  std::optional<ModelError> model_error;  // none: nobody has compared this machine's model with the machine
};

// Throws bad_input naming `place`, field, value and what was expected. Gives neither name nor hash.
MachineFile parse_machine(const nlohmann::json& object, const std::string& place);

// The same, `place` being the file.
MachineFile load_machine(const std::filesystem::path& path);

// A path, or a name in `folder`.
MachineFile find_machine(std::string_view name_or_path, const std::filesystem::path& folder);

std::vector<std::string> machine_names(const std::filesystem::path& folder);

}  // namespace ringside
