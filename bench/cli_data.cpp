// ringside data fetch|check DIR
#include <unistd.h>

#include <iostream>

#include "bench/cli.h"
#include "bench/data_command.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class DataCommand : public CliCommand {
 public:
  explicit DataCommand(CLI::App& parent)
      : CliCommand(parent, "data", "The full data sets: download them, check a folder of them"),
        fetch_(*app().add_subcommand("fetch", "Download, verify and unpack")),
        check_(*app().add_subcommand("check", "Tell what a folder holds and whether it is what was published")) {
    fetch_.add_option("DIR", options_.to, "The folder to make: what --data and $RINGSIDE_DATA name")->required();
    fetch_.add_option("--dataset", options_.dataset, "mnist, cifar10 or all")->type_name("NAME")->capture_default_str();
    fetch_.add_option("--url", options_.url, "Where the files lie, instead of their public homes")->type_name("URL");
    check_.add_option("DIR", options_.to, "The folder")->required();
  }

  int act() override {
    options_.progress = isatty(STDERR_FILENO) != 0;
    if (fetch_.parsed())
      fetch_data(options_, std::cout);
    else if (check_.parsed())
      check_data(options_.to, std::cout);
    else
      fail("data: no command; there are fetch and check; ringside data -h shows more");
    return 0;
  }

 private:
  FetchOptions options_;
  CLI::App &fetch_, &check_;
};

}  // namespace

std::unique_ptr<CliCommand> data_command(CLI::App& parent) {
  return std::make_unique<DataCommand>(parent);
}

}  // namespace ringside
