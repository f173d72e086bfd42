// Completion for bash.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/completion.h"

namespace ringside {
namespace {

// A call that fills COMPREPLY.
std::string call_for(const Choice& choice) {
  switch (choice.kind) {
    case Choice::Kind::words:
      return fmt::format("_ringside_offer words {}", shell_quoted(fmt::format("{}", fmt::join(choice.words, " "))));
    case Choice::Kind::menu:
      return fmt::format("_ringside_offer menu {}", choice.words.front());
    case Choice::Kind::file:
      return "_ringside_offer file";
    case Choice::Kind::folder:
      return "_ringside_offer folder";
    case Choice::Kind::none:
      break;
  }
  return ":";
}

constexpr std::string_view head = R"(# Completion of ringside for bash: source <(ringside completion bash)
_ringside_offer() {
  local before= words=$2
  case $1 in
    file) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    folder) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
    menu) words=$("${COMP_WORDS[0]}" list "$2" 2> /dev/null | cut -d ' ' -f 1) ;;
  esac
  [[ $cur == *,* ]] && before=${cur%,*},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "${cur##*,}")
}

_ringside() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command=ringside i
  COMPREPLY=()
  # readline takes --option=value apart
  [[ $cur == = ]] && cur=
  [[ $option == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
)";

}  // namespace

std::string bash_completion(const std::vector<CompletionCommand>& table) {
  std::string script(head), values, options, arguments;
  for (const CompletionCommand& command : table) {
    const std::string path = fmt::format("{}", fmt::join(command.path, " "));
    if (command.path.size() > 1)
      script += fmt::format("      {}) command={} ;;\n", shell_quoted(path), shell_quoted(path));
    std::vector<std::string> names;
    for (const CompletionOption& option : command.options) {
      for (const std::string& name : option.names) {
        names.push_back(name);
        if (option.takes_value)
          values += fmt::format("    {}) {}; return ;;\n", shell_quoted(path + ":" + name), call_for(option.value));
      }
    }
    options += fmt::format("      {}) _ringside_offer words {} ;;\n", shell_quoted(path),
                           shell_quoted(fmt::format("{}", fmt::join(names, " "))));
    const Choice argument =
        command.subcommands.empty() ? command.argument : Choice{Choice::Kind::words, command.subcommands};
    arguments += fmt::format("      {}) {} ;;\n", shell_quoted(path), call_for(argument));
  }
  return script + "    esac\n  done\n  case \"$command:$option\" in\n" + values +
         "  esac\n  if [[ $cur == -* ]]; then\n    case $command in\n" + options +
         "    esac\n  else\n    case $command in\n" + arguments +
         "    esac\n  fi\n}\n\ncomplete -F _ringside ringside\n";
}

}  // namespace ringside
