// Runs the program, and reads what it wrote.
#include "tests/bench/program.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "tests/core/data/scratch.h"

namespace ringside::testing {

ProgramResult ringside_program(const std::string& arguments, const std::string& before) {
  const Scratch scratch;
  const std::string err = (scratch.path() / "stderr").string();
  const ChildResult child =
      run_child({"sh", "-c", fmt::format("{} '{}/ringside' {} 2>'{}'", before, RINGSIDE_BINARY_DIR, arguments, err)});
  return {child.exit_code, child.output, text_of(err)};
}

std::vector<nlohmann::json> records_in(const std::string& text) {
  std::vector<nlohmann::json> records;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) records.push_back(nlohmann::json::parse(line));
  return records;
}

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace ringside::testing
