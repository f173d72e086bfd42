// ringside history DIR
#include "bench/cli.h"
#include "bench/history.h"
#include "bench/thresholds.h"
#include "core/base/error.h"

namespace ringside {
namespace {

class HistoryCommand : public CliCommand {
 public:
  explicit HistoryCommand(CLI::App& parent)
      : CliCommand(parent, "history",
                   "One metric over the commits that a folder has records of, and where it changed") {
    app().add_option("DIR", folder_, "Folder of files of records")->required();
    app().add_option("--metric", metric_, "Which (ringside compare -h)")->type_name("NAME")->capture_default_str();
    app().add_option("--threshold", threshold_, "How much is a change; default: the metric's own")->type_name("5%");
    app().add_flag("--json", json_, "As JSON");
  }

  int act() override {
    const Metric& metric = find_metric(metric_);
    const double threshold =
        threshold_.empty() ? metric.default_threshold() : parse_percentage("--threshold", threshold_);
    const Histories histories = make_histories(read_records(record_files(folder_)), metric, threshold);
    fmt::print("{}", json_ ? histories_json(histories) : histories_text(histories));
    return 0;
  }

 private:
  std::string folder_, metric_ = "step_p10_s", threshold_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> history_command(CLI::App& parent) {
  return std::make_unique<HistoryCommand>(parent);
}

}  // namespace ringside
