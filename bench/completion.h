// What a shell may offer at each place of a command line: read off the command line's own tree, so that it cannot go stale.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace ringside {

// What stands in for a value.
struct Choice {
  enum class Kind { none, words, menu, file, folder };
  Kind kind = Kind::none;          // none: anything, which no shell can guess
  std::vector<std::string> words;  // or, of a menu, what `ringside list` calls it
};

struct CompletionOption {
  std::vector<std::string> names;  // with their dashes
  std::string help;
  bool takes_value = false;
  Choice value;
};

struct CompletionCommand {
  std::vector<std::string> path;  // "ringside", "data", "fetch"
  std::string summary;
  std::vector<CompletionOption> options;
  std::vector<std::string> subcommands;
  Choice argument;  // where there are no subcommands
};

// Every command of the tree, a command before its subcommands. What a value may be follows from what --help says of it: the
// name of its type (FILE, DIR, a|b|c), or the menu that its description names (`ringside list networks`).
std::vector<CompletionCommand> completion_table(const CLI::App& app);

// Scripts for the shells. `shell` is bash, zsh or fish; throws bad_input for another one.
std::string completion_script(std::string_view shell, const std::vector<CompletionCommand>& table);

std::string bash_completion(const std::vector<CompletionCommand>& table);
std::string zsh_completion(const std::vector<CompletionCommand>& table);
std::string fish_completion(const std::vector<CompletionCommand>& table);

// 'text' for a shell, whatever is in it.
std::string shell_quoted(std::string_view text);

}  // namespace ringside
