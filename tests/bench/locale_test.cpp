// A locale whose decimal point is a comma and whose thousands are grouped changes nothing that is written or read.
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <locale>

#include "bench/child_process.h"
#include "bench/compare_format.h"
#include "bench/export.h"
#include "bench/history.h"
#include "bench/json_fields.h"
#include "bench/table.h"
#include "bench/thresholds.h"
#include "tests/bench/made_record.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

struct Commas : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Everything that turns numbers into text and back, in one text.
std::string everything() {
  const std::string line =
      testing::with_steps(testing::made_record("single", 1, 5120.5), {{0.0125, 0.0135}, {1234.5, 0.5}}).dump();
  const std::vector<PlacedRecord> records{{parse_json(line, "made.jsonl:1"), "made.jsonl:1"}};
  const CompareReport report = compare(records, records, {"a", "b"}, {});
  int skipped = 0;
  std::string text = line + report_text(report, &find_unit("ms")) + report_json(report);
  text += histories_json(make_histories(records, find_metric("step_p10_s"), parse_percentage("--threshold", "2.5%")));
  text += exported(records, ExportFormat::github_action, skipped).dump();
  return text + format_tables(make_tables(records, {}), TableFormat::csv);
}

TEST(Locale, OfTheStandardLibraryChangesNothing) {
  const std::string before = everything();
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const std::string after = everything();
  std::locale::global(old);
  EXPECT_EQ(after, before);
}

// A German one, made on the spot: few machines have it ready.
TEST(Locale, OfTheSystemChangesNothing) {
  const testing::Scratch scratch;
  const std::string folder = (scratch.path() / "de_DE.UTF-8").string();
  if (run_child({"sh", "-c", "localedef -c -i de_DE -f UTF-8 '" + folder + "' >/dev/null 2>&1"}).exit_code > 1)
    GTEST_SKIP() << "localedef has no definition of de_DE (package locales)";
  const std::string before = everything();
  setenv("LOCPATH", scratch.path().c_str(), 1);
  const bool set = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  const std::string point = std::localeconv()->decimal_point;
  const std::string after = everything();
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  if (!set) GTEST_SKIP() << "the locale that localedef made cannot be set";
  EXPECT_EQ(point, ",");
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace ringside
