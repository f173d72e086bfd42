// ringside report RECORDS...: hands over to plots/report.py, under a Python that has what it draws with.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "bench/child_process.h"
#include "bench/cli.h"
#include "bench/paths.h"
#include "core/base/error.h"

namespace ringside {
namespace {

// Debian's packages belong to /usr/bin/python3, which need not be the first on PATH.
constexpr std::array<const char*, 2> pythons{"python3", "/usr/bin/python3"};

// The first Python that has both modules; looks without importing them, which takes a second.
std::string find_python() {
  for (const char* python : pythons) {
    const std::string look =
        "import importlib.util as i, sys; sys.exit(any(i.find_spec(m) is None for m in ('matplotlib', 'jinja2')))";
    if (run_child({"sh", "-c", "exec \"$0\" -c \"$1\" 2>&1", python, look}).exit_code == 0) return python;
  }
  fail(
      "the report is drawn by Python 3 with matplotlib and jinja2, and neither {} has them; on Debian: sudo apt-get "
      "install python3-matplotlib python3-jinja2",
      fmt::join(pythons, " nor "));
}

class ReportCommand : public CliCommand {
 public:
  explicit ReportCommand(CLI::App& parent)
      : CliCommand(parent, "report",
                   "One web page of what came of the runs: tables, plots, timelines, and how to repeat it") {
    app().add_option("RECORDS", records_, "Files that ringside run has written; - is stdin")->required();
    app().add_option("--trace", traces_, "What ringside run --trace wrote: timelines too")->type_name("FILE");
    app()
        .add_option("--advice", advice_, "What ringside advise --json wrote: a map of the fastest strategies")
        ->type_name("FILE");
    app().add_option("--out", out_, "The page")->type_name("FILE")->capture_default_str();
  }

  int act() override {
    std::vector<std::string> command{find_python(), (find_paths().plots / "report.py").string(), "--out", out_};
    for (const std::string& file : traces_) command.insert(command.end(), {"--trace", file});
    for (const std::string& file : advice_) command.insert(command.end(), {"--advice", file});
    command.emplace_back("--");
    command.insert(command.end(), records_.begin(), records_.end());
    std::vector<char*> arguments;
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    fail("cannot run {}: {}", command[0], std::strerror(errno));
  }

 private:
  std::vector<std::string> records_, traces_, advice_;
  std::string out_ = "report.html";
};

}  // namespace

std::unique_ptr<CliCommand> report_command(CLI::App& parent) {
  return std::make_unique<ReportCommand>(parent);
}

}  // namespace ringside
