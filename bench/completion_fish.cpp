// Completion for fish.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/completion.h"

namespace ringside {
namespace {

// fish knows two escapes within single quotes.
std::string fish_quoted(std::string_view text) {
  std::string made = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') made += '\\';
    made += c;
  }
  return made + "'";
}

// The last words of a `complete` line: what may be given.
std::string offer_for(const Choice& choice) {
  switch (choice.kind) {
    case Choice::Kind::words:
      return " -x -a " + fish_quoted(fmt::format("{}", fmt::join(choice.words, " ")));
    case Choice::Kind::menu:
      return " -x -a " +
             fish_quoted(fmt::format("(__fish_complete_list , 'ringside list {} | string split -f 1 \" \"')",
                                     choice.words.front()));
    case Choice::Kind::file:
      return " -r -F";
    case Choice::Kind::folder:
      return " -x -a " + fish_quoted("(__fish_complete_directories)");
    case Choice::Kind::none:
      break;
  }
  return " -x";
}

// True where the words before are this command's and none of its subcommands' is among them.
std::string condition_of(const CompletionCommand& command) {
  std::string words;
  for (std::size_t i = 1; i < command.path.size(); ++i)
    words += fmt::format("{}__fish_seen_subcommand_from {}", i > 1 ? "; and " : "", command.path[i]);
  if (!command.subcommands.empty())
    words += fmt::format("{}not __fish_seen_subcommand_from {}", words.empty() ? "" : "; and ",
                         fmt::join(command.subcommands, " "));
  return fish_quoted(words);
}

const CompletionCommand* below(const std::vector<CompletionCommand>& table, const CompletionCommand& command,
                               const std::string& name) {
  std::vector<std::string> path = command.path;
  path.push_back(name);
  for (const CompletionCommand& other : table)
    if (other.path == path) return &other;
  return nullptr;
}

}  // namespace

std::string fish_completion(const std::vector<CompletionCommand>& table) {
  std::string script =
      "# Completion of ringside for fish: ringside completion fish > ~/.config/fish/completions/ringside.fish\n"
      "complete -c ringside -f\n";
  for (const CompletionCommand& command : table) {
    const std::string condition = condition_of(command);
    for (const std::string& name : command.subcommands)
      script += fmt::format("complete -c ringside -n {} -a {} -d {}\n", condition, name,
                            fish_quoted(below(table, command, name)->summary));
    if (command.subcommands.empty() && command.argument.kind != Choice::Kind::none)
      script += fmt::format("complete -c ringside -n {}{}\n", condition,
                            command.argument.kind == Choice::Kind::file ? " -F" : offer_for(command.argument));
    for (const CompletionOption& option : command.options) {
      script += fmt::format("complete -c ringside -n {}", condition);
      for (const std::string& name : option.names)
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      script += fmt::format(" -d {}{}\n", fish_quoted(option.help), option.takes_value ? offer_for(option.value) : "");
    }
  }
  return script;
}

}  // namespace ringside
