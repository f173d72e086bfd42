// Completion for zsh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/completion.h"

namespace ringside {
namespace {

std::string call_for(const Choice& choice) {
  switch (choice.kind) {
    case Choice::Kind::words:
      return fmt::format("compset -P '*,'; compadd -- {}", fmt::join(choice.words, " "));
    case Choice::Kind::menu:
      return fmt::format("compset -P '*,'; compadd -- ${{${{(f)\"$($words[1] list {} 2> /dev/null)\"}}%% *}}",
                         choice.words.front());
    case Choice::Kind::file:
      return "_files";
    case Choice::Kind::folder:
      return "_files -/";
    case Choice::Kind::none:
      break;
  }
  return "_message value";
}

// name:what it is, as _describe reads it.
std::string described(std::string name, const std::string& help) {
  for (std::size_t at = 0; (at = name.find(':', at)) != std::string::npos; at += 2) name.insert(at, "\\");
  return shell_quoted(name + ":" + help);
}

const CompletionCommand* below(const std::vector<CompletionCommand>& table, const CompletionCommand& command,
                               const std::string& name) {
  std::vector<std::string> path = command.path;
  path.push_back(name);
  for (const CompletionCommand& other : table)
    if (other.path == path) return &other;
  return nullptr;
}

constexpr std::string_view head = R"(#compdef ringside
# Completion of ringside for zsh: source <(ringside completion zsh), or this as _ringside in a folder of $fpath
_ringside() {
  local cur=${words[CURRENT]} option=${words[CURRENT-1]} command=ringside i
  local -a offers
  if [[ $cur == --*=* ]]; then
    option=${cur%%=*}
    compset -P '*='
    cur=
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case "$command ${words[i]}" in
)";

}  // namespace

std::string zsh_completion(const std::vector<CompletionCommand>& table) {
  std::string script(head), values, options, arguments;
  for (const CompletionCommand& command : table) {
    const std::string path = fmt::format("{}", fmt::join(command.path, " "));
    if (command.path.size() > 1)
      script += fmt::format("      {}) command={} ;;\n", shell_quoted(path), shell_quoted(path));
    std::vector<std::string> offers;
    for (const CompletionOption& option : command.options) {
      for (const std::string& name : option.names) {
        offers.push_back(described(name, option.help));
        if (option.takes_value)
          values += fmt::format("    {}) {}; return ;;\n", shell_quoted(path + ":" + name), call_for(option.value));
      }
    }
    options += fmt::format("      {})\n        offers=({})\n        _describe option offers ;;\n", shell_quoted(path),
                           fmt::join(offers, "\n          "));
    if (command.subcommands.empty()) {
      arguments += fmt::format("      {}) {} ;;\n", shell_quoted(path), call_for(command.argument));
      continue;
    }
    std::vector<std::string> commands;
    for (const std::string& name : command.subcommands)
      commands.push_back(described(name, below(table, command, name)->summary));
    arguments += fmt::format("      {})\n        offers=({})\n        _describe command offers ;;\n",
                             shell_quoted(path), fmt::join(commands, "\n          "));
  }
  return script + "    esac\n  done\n  case \"$command:$option\" in\n" + values +
         "  esac\n  if [[ $cur == -* ]]; then\n    case $command in\n" + options +
         "    esac\n  else\n    case $command in\n" + arguments +
         "    esac\n  fi\n}\n\n(( $+functions[compdef] )) && compdef _ringside ringside\n";
}

}  // namespace ringside
