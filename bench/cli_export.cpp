// ringside export --to FORMAT RECORDS...
#include "bench/cli.h"
#include "bench/export.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class ExportCommand : public CliCommand {
 public:
  explicit ExportCommand(CLI::App& parent)
      : CliCommand(parent, "export", "Records in the format of another tool, to stdout") {
    app().add_option("RECORDS", files_, "Files that ringside run has written; - is stdin")->required();
    app()
        .add_option("--to", format_,
                    "google-benchmark (for its compare.py), bencher (bencher.dev's metric format) or github-action "
                    "(github-action-benchmark's customSmallerIsBetter)")
        ->type_name("NAME")
        ->required();
  }

  int act() override {
    const ExportFormat format = parse_export_format(format_);
    int skipped = 0;
    const auto json = exported(read_records(files_), format, skipped);
    if (skipped > 0) fmt::print(stderr, "{} records whose times do not count are left out\n", skipped);
    fmt::print("{}\n", json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return 0;
  }

 private:
  std::vector<std::string> files_;
  std::string format_;
};

}  // namespace

std::unique_ptr<CliCommand> export_command(CLI::App& parent) {
  return std::make_unique<ExportCommand>(parent);
}

}  // namespace ringside
