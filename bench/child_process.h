// Another program, run to its end.
#pragma once
#include <string>
#include <vector>

namespace ringside {

struct ChildResult {
  int exit_code;
  std::string output;  // of stdout; stderr is ours
};

// Runs command[0], found along PATH, with these arguments and without a shell. Throws bad_input if there is no such
// program or a signal ended it; interrupted if that signal was Ctrl-C's.
ChildResult run_child(const std::vector<std::string>& command);

}  // namespace ringside
