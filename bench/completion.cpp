// From the command line's tree to a table.
#include "bench/completion.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <regex>
#include <sstream>

#include "core/base/nearest.h"

namespace ringside {
namespace {

Choice choice_of(const CLI::Option& option) {
  const std::string type = option.get_type_name(), help = option.get_description(), name = option.get_single_name();
  if (std::smatch menu; std::regex_search(help, menu, std::regex("ringside list ([a-z]+)")))
    return {Choice::Kind::menu, {menu[1]}};
  if (type.find('|') != std::string::npos) {
    Choice choice{Choice::Kind::words, {}};
    std::istringstream words(type);
    for (std::string word; std::getline(words, word, '|');) choice.words.push_back(word);
    return choice;
  }
  const auto is = [&](const char* word) { return type == word || name == word; };
  if (is("DIR")) return {Choice::Kind::folder, {}};
  if (is("FILE") || is("FILE[:LINE]") || is("RECORDS") || is("BASELINE") || is("CANDIDATE") || is("FILES"))
    return {Choice::Kind::file, {}};
  return {};
}

CompletionOption option_of(const CLI::Option& option) {
  CompletionOption made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  made.help = option.get_description();
  made.takes_value = option.get_items_expected_max() > 0;
  if (made.takes_value) made.value = choice_of(option);
  return made;
}

void collect(const CLI::App& app, std::vector<std::string> path, std::vector<CompletionCommand>& table) {
  path.push_back(app.get_name());
  CompletionCommand command{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_snames().empty() || !option->get_lnames().empty())
      command.options.push_back(option_of(*option));
    else
      command.argument = choice_of(*option);
  }
  const auto below = app.get_subcommands({});
  for (const CLI::App* subcommand : below) command.subcommands.push_back(subcommand->get_name());
  table.push_back(std::move(command));
  for (const CLI::App* subcommand : below) collect(*subcommand, path, table);
}

}  // namespace

std::vector<CompletionCommand> completion_table(const CLI::App& app) {
  std::vector<CompletionCommand> table;
  collect(app, {}, table);
  return table;
}

std::string completion_script(std::string_view shell, const std::vector<CompletionCommand>& table) {
  static constexpr std::array<std::string_view, 3> shells{"bash", "zsh", "fish"};
  if (shell == "bash") return bash_completion(table);
  if (shell == "zsh") return zsh_completion(table);
  if (shell == "fish") return fish_completion(table);
  fail_unknown("shell", shell, shells);
}

std::string shell_quoted(std::string_view text) {
  std::string made = "'";
  for (const char c : text) made += c == '\'' ? "'\\''" : std::string(1, c);
  return made + "'";
}

}  // namespace ringside
