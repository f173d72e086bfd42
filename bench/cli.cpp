// The head of the command line: which command, and what to say to one that does not exist.
#include "bench/cli.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <vector>

#include "bench/build_info.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

const CLI::App& deepest(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : deepest(*chosen.front());
}

[[noreturn]] void fail_unknown_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  const bool is_option = word.starts_with('-');
  if (is_option) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else {
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  }
  check(!names.empty(), "{}: unexpected \"{}\"; {} -h shows what it takes", app.get_name(), word, app.get_name());
  fail_unknown(is_option ? "option" : "command", word.substr(0, word.find('=')),
               std::vector<std::string_view>(names.begin(), names.end()));
}

// What CLI11 could not parse, in our words.
[[noreturn]] void explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = deepest(app);
  const std::vector<std::string> extras = command.remaining();
  if (!extras.empty()) fail_unknown_word(command, extras.front());
  fail("{}; {} -h shows what it takes", error.what(), command.get_name());
}

std::string version_text() {
  const BuildInfo& build = build_info();
  return fmt::format("ringside {} (commit {}, {}, {})", build.version, build.commit.empty() ? "unknown" : build.commit,
                     build.build_type, build.compiler);
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  CLI::App app("How should one CNN be trained on several devices, and how much faster does it get?", "ringside");
  app.set_version_flag("--version", version_text());
  app.footer(
      "ringside run lenet                          train and measure\n"
      "ringside table results/run/lenet.jsonl      what came of it\n"
      "ringside compare before.jsonl after.jsonl   did it get slower?\n"
      "ringside COMMAND -h                         all there is to a command");
  const std::array commands{
      run_command(app),       table_command(app),          compare_command(app), history_command(app),
      export_command(app),    report_command(app),         list_command(app),    graph_command(app),
      calibrate_command(app), validate_model_command(app), advise_command(app),  data_command(app),
      doctor_command(app),    completion_command(app)};
  for (CLI::App* command : app.get_subcommands({})) command->footer("");  // the head's is not for them
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // help, version
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    explain(app, error);
  }
  for (const auto& command : commands)
    if (command->chosen()) return command->act();
  fail("no command; ringside -h shows what there is");
}

}  // namespace ringside
