// ringside table RECORDS...
#include "bench/cli.h"
#include "bench/paths.h"
#include "bench/table.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class TableCommand : public CliCommand {
 public:
  explicit TableCommand(CLI::App& parent)
      : CliCommand(parent, "table", "Speed-up, images/s and accuracy by strategy and devices, from records") {
    app().add_option("RECORDS", files_, "Files that ringside run has written; - is stdin")->required();
    app().add_option("--format", format_, "text, markdown, csv or latex")->type_name("NAME")->capture_default_str();
    app()
        .add_option("--published", published_,
                    "Speed-ups of others to set beside, of one table; default: all of the network")
        ->type_name("NAME");
  }

  int act() override {
    const TableFormat format = parse_table_format(format_);
    std::vector<PublishedSpeedUp> published = load_published(find_paths().published);
    if (!published_.empty()) published = published_table(published, published_);
    fmt::print("{}", format_tables(make_tables(read_records(files_, Torn::leave_out), published), format));
    return 0;
  }

 private:
  std::vector<std::string> files_;
  std::string format_ = "text", published_;
};

}  // namespace

std::unique_ptr<CliCommand> table_command(CLI::App& parent) {
  return std::make_unique<TableCommand>(parent);
}

}  // namespace ringside
