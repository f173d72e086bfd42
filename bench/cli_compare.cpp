// ringside compare BASELINE CANDIDATE, ringside compare FILE --by strategy
#include <algorithm>

#include "bench/cli.h"
#include "bench/compare_format.h"
#include "bench/experiment_file.h"
#include "bench/numbers.h"
#include "bench/paths.h"
#include "bench/thresholds.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

class CompareCommand : public CliCommand {
 public:
  explicit CompareCommand(CLI::App& parent)
      : CliCommand(parent, "compare",
                   "Is the candidate slower than the baseline? Exit code 1: yes; 3: cannot be told") {
    app()
        .add_option("RECORDS", files_,
                    "BASELINE CANDIDATE, files of records; BASELINE may be a folder that keeps one "
                    "CLASS.jsonl a class of machine; - is stdin")
        ->required();
    add("--by", by_, "strategy", "Of one file: compare its strategies with one another");
    add("--threshold", thresholds_, "5% or METRIC=5%,...",
        "How much worse is a regression; of all times, or of one metric");
    add("--suite", suite_, "EXPERIMENT",
        "Take metrics and thresholds from this experiment; none of them may be lacking");
    add("--metric", metrics_, "NAME,...", "Only these: " + metric_names());
    add("--allow", allowed_, "NAME,...",
        "Compare although these differ, or pass: " + fmt::format("{}", fmt::join(allowances(), ", ")));
    app().add_flag("--allow-missing", allow_missing_, "The same as --allow missing");
    add("--format", format_, "NAME", "text, markdown or json");
    add("--time-unit", time_unit_, "NAME", "s, ms, us or ns for all times; default: whichever is handy");
  }

  int act() override {
    const CompareFormat format = parse_compare_format(format_);
    const Unit* time_unit = time_unit_.empty() ? nullptr : &find_unit(time_unit_);
    check(!time_unit || time_unit->dimension == Dimension::time, "--time-unit: {} is no unit of time", time_unit_);
    const std::map<std::string, double> tracked = suite_thresholds();
    const CompareOptions options = read_options(tracked);
    CompareReport report;
    if (by_.empty()) {
      check(files_.size() == 2, "compare: expected BASELINE and CANDIDATE, found {} files; --by compares within one",
            files_.size());
      const std::vector<PlacedRecord> candidate = read_records({files_[1]});
      const std::string baseline = baseline_file(files_[0], candidate);
      report = compare(read_records({baseline}), candidate, {baseline, files_[1]}, options);
    } else {
      check(by_ == "strategy", "--by: expected \"strategy\", found \"{}\"", by_);
      check(files_.size() == 1, "compare --by: expected one file, found {}", files_.size());
      report = compare_strategies(read_records(files_), files_[0], options);
    }
    if (!suite_.empty()) check_no_orphans(report, suite_, tracked);
    fmt::print("{}", format_report(report, format, time_unit));
    return report.exit_code();
  }

 private:
  void add(const std::string& name, std::string& value, const std::string& type, const std::string& help) {
    app().add_option(name, value, help)->type_name(type);
  }

  static std::string metric_names() {
    std::vector<std::string_view> names;
    for (const Metric& metric : metrics()) names.push_back(metric.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  static std::vector<std::string_view> allowances() {
    const auto conditions = condition_names();
    std::vector<std::string_view> names(conditions.begin(), conditions.end());
    names.insert(names.end(), {"validity", "missing", "exact"});
    return names;
  }

  std::map<std::string, double> suite_thresholds() const {
    if (suite_.empty()) return {};
    auto thresholds = find_experiment(suite_, find_paths().experiments).thresholds;
    check(!thresholds.empty(), "experiment {} has no \"thresholds\"", suite_);
    return thresholds;
  }

  CompareOptions read_options(const std::map<std::string, double>& tracked) const {
    CompareOptions options;
    options.thresholds = tracked;
    for (const auto& [name, threshold] : tracked) options.metrics.push_back(&find_metric(name));
    if (!thresholds_.empty()) read_thresholds("--threshold", thresholds_, options.thresholds);
    if (!metrics_.empty()) {
      options.metrics.clear();
      for (const std::string& name : parse_list("--metric", metrics_)) options.metrics.push_back(&find_metric(name));
    }
    if (!allowed_.empty())
      for (const std::string& name : parse_list("--allow", allowed_)) {
        const auto names = allowances();
        if (std::ranges::find(names, name) == names.end()) fail_unknown("allowance", name, names);
        options.allowed.insert(name);
      }
    if (allow_missing_) options.allowed.insert("missing");
    return options;
  }

  std::vector<std::string> files_;
  std::string by_, thresholds_, suite_, metrics_, allowed_, format_ = "text", time_unit_;
  bool allow_missing_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> compare_command(CLI::App& parent) {
  return std::make_unique<CompareCommand>(parent);
}

}  // namespace ringside
