// ringside completion bash|zsh|fish
#include <fmt/format.h>

#include "bench/cli.h"
#include "bench/completion.h"

namespace ringside {
namespace {

class CompletionCommandLine : public CliCommand {
 public:
  explicit CompletionCommandLine(CLI::App& parent)
      : CliCommand(parent, "completion", "Makes a shell complete what you type: source <(ringside completion bash)"),
        root_(parent) {
    app().add_option("SHELL", shell_, "Whose script to print")->required()->type_name("bash|zsh|fish");
  }

  int act() override {
    fmt::print("{}", completion_script(shell_, completion_table(root_)));
    return 0;
  }

 private:
  const CLI::App& root_;
  std::string shell_;
};

}  // namespace

std::unique_ptr<CliCommand> completion_command(CLI::App& parent) {
  return std::make_unique<CompletionCommandLine>(parent);
}

}  // namespace ringside
