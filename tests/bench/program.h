// Runs the program itself, as a user would.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/child_process.h"

namespace ringside::testing {

struct ProgramResult {
  int exit_code = 0;
  std::string out, err;
};

// `arguments` and `before` (settings of environment variables) go through the shell.
ProgramResult ringside_program(const std::string& arguments, const std::string& before = "");

// The records of a file, one a line, parsed strictly.
std::vector<nlohmann::json> records_in(const std::string& text);

std::string text_of(const std::string& file);

}  // namespace ringside::testing
