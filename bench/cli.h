// The command line: `ringside COMMAND ...`. Each command stands in its own cli_*.cpp.
#pragma once
#include <CLI/App.hpp>
#include <memory>

namespace ringside {

// A command's options, once it has been parsed, and what it does with them.
class CliCommand {
 public:
  virtual ~CliCommand() = default;
  virtual int act() = 0;  // the exit code; throws Error

  bool chosen() const { return app_->parsed(); }

 protected:
  CliCommand(CLI::App& parent, const std::string& name, const std::string& summary)
      : app_(parent.add_subcommand(name, summary)) {}
  CLI::App& app() { return *app_; }

 private:
  CLI::App* app_;  // the parent's
};

std::unique_ptr<CliCommand> run_command(CLI::App& parent);
std::unique_ptr<CliCommand> table_command(CLI::App& parent);
std::unique_ptr<CliCommand> compare_command(CLI::App& parent);
std::unique_ptr<CliCommand> report_command(CLI::App& parent);
std::unique_ptr<CliCommand> history_command(CLI::App& parent);
std::unique_ptr<CliCommand> export_command(CLI::App& parent);
std::unique_ptr<CliCommand> list_command(CLI::App& parent);
std::unique_ptr<CliCommand> graph_command(CLI::App& parent);
std::unique_ptr<CliCommand> advise_command(CLI::App& parent);
std::unique_ptr<CliCommand> calibrate_command(CLI::App& parent);
std::unique_ptr<CliCommand> validate_model_command(CLI::App& parent);
std::unique_ptr<CliCommand> data_command(CLI::App& parent);
std::unique_ptr<CliCommand> doctor_command(CLI::App& parent);
std::unique_ptr<CliCommand> completion_command(CLI::App& parent);

// Parses and acts. The exit code of the program; throws Error for everything that goes wrong.
int run_command_line(int argc, const char* const* argv);

}  // namespace ringside
