// ringside table RECORDS...
#include "bench/cli.h"
#include "bench/paths.h"
#include "bench/table.h"
#include "bench/thresholds.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class TableCommand : public CliCommand {
 public:
  explicit TableCommand(CLI::App& parent)
      : CliCommand(parent, "table", "Speed-up, images/s, accuracy and the time to it, from records") {
    app().add_option("RECORDS", files_, "Files that ringside run has written; - is stdin")->required();
    app().add_option("--format", format_, "text, markdown, csv or latex")->type_name("NAME")->capture_default_str();
    app()
        .add_option("--published", published_,
                    "Speed-ups of others to set beside, of one table; default: all of the network")
        ->type_name("NAME");
    app()
        .add_option("--to-accuracy", accuracy_,
                    "Time training up to this test accuracy; default: one that all have reached")
        ->type_name("97%");
  }

  int act() override {
    const TableFormat format = parse_table_format(format_);
    std::vector<PublishedSpeedUp> published = load_published(find_paths().published);
    if (!published_.empty()) published = published_table(published, published_);
    std::optional<double> accuracy;
    if (!accuracy_.empty()) accuracy = parse_percentage("--to-accuracy", accuracy_);
    check(accuracy <= 1, "--to-accuracy: expected at most 100%, found \"{}\"", accuracy_);
    fmt::print("{}", format_tables(make_tables(read_records(files_, Torn::leave_out), published, accuracy), format));
    return 0;
  }

 private:
  std::vector<std::string> files_;
  std::string format_ = "text", published_, accuracy_;
};

}  // namespace

std::unique_ptr<CliCommand> table_command(CLI::App& parent) {
  return std::make_unique<TableCommand>(parent);
}

}  // namespace ringside
