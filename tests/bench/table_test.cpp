// Tables from records made by hand: every number must come out where it belongs.
#include "bench/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/paths.h"
#include "tests/bench/made_record.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using testing::made_record;
using ::testing::Not;
using testing::placed;
using testing::with_speed_up;

const std::vector<PublishedSpeedUp> published{
    {"lenet", "ring_delayed", 4, 3.77, "a CNN on MNIST", "4 GPUs", "a thesis", "thesis"},
    {"alexnet", "", 4, 3.5, "AlexNet", "4 GPUs", "elsewhere", "others"}};

std::vector<PlacedRecord> eight_records() {
  nlohmann::json crowded = made_record("ring_delayed", 4, 9000);
  crowded["results"]["speed_up"]["reason"] = "oversubscribed";
  nlohmann::json wrong = made_record("master_slave", 2, 0);
  wrong["status"] = "wrong_result";
  wrong["valid"] = false;
  wrong["results"]["throughput"] = nullptr;
  wrong["results"]["statistics"] = nullptr;
  wrong["results"]["convergence"] = nlohmann::json::array();
  wrong["results"]["speed_up"]["reason"] = "not_valid";
  return {placed(with_speed_up(made_record("ring_delayed", 2, 10240.4), 1.999, 1.9, 2.0949)),
          placed(with_speed_up(made_record("single", 1, 5120), 1, 1, 1)),
          placed(with_speed_up(made_record("ring_delayed", 1, 5000), 0.9766, 0.95, 1)),
          placed(with_speed_up(made_record("independent", 2, 10300), 2.0117, 1.96, 2.05)),
          placed(crowded),
          placed(wrong)};
}

TEST(Table, AsText) {
  const std::string text = format_tables(make_tables(eight_records(), published), TableFormat::text);
  EXPECT_EQ(text, R"(lenet on mnist, strong scaling
==============================
5,000 + 1,000 images of MNIST
a batch of 64 for all devices, 8 steps, seed 1, onednn
A CPU, 2 physical devices; commit abc123, 2026-01-31

speed-up                           1 device             2 devices         4 devices   published
                                                                    oversubscribed:
                                                                        no speed-up
  single                     1 (baseline) ✓
  independent (bound)                         2.01 [1.96, 2.05] ✓
  master_slave                                     wrong result ✗
  ring_delayed          0.98 [0.95, 1.00] ✓   2.00 [1.90, 2.09] ✓                 ✓   3.77 on 4 [1]

efficiency                         1 device             2 devices         4 devices
  single
  independent (bound)                                       101 %
  master_slave
  ring_delayed                                              100 %

images/s                           1 device             2 devices         4 devices
  single                              5,120
  independent (bound)                                      10,300
  master_slave
  ring_delayed                        5,000                10,240             9,000

test accuracy                      1 device             2 devices         4 devices
  single                            97.12 %
  independent (bound)                                     97.12 %
  master_slave
  ring_delayed                      97.12 %               97.12 %           97.12 %

time to 97 %                       1 device             2 devices         4 devices
  single                             100 ms
  independent (bound)                                      100 ms
  master_slave
  ring_delayed                       100 ms                100 ms            100 ms

speed-up(N) = images/s on N devices / images/s of single on one; efficiency(N) = speed-up(N) / N;
images/s = batch / median step time; in brackets the 95 % interval, by bootstrap over repetitions.
✓ trained to the weights its meaning promises, checked in the same run; ✗ not, or not to the end.
time to 97 % = steps up to the first test that reaches it * median step time.
More than 2 devices share the 2 physical ones: oversubscribed, no speed-up.
independent exchanges nothing: the bound; its accuracy is that of device 0 alone.
[1] 3.77 on 4 devices: a CNN on MNIST; 4 GPUs; a thesis.
)");
}

TEST(Table, AsMarkdown) {
  const std::string text = format_tables(make_tables(eight_records(), published), TableFormat::markdown);
  EXPECT_THAT(text, HasSubstr("### lenet on mnist, strong scaling\n"));
  EXPECT_THAT(text,
              HasSubstr("| strategy | 1 device | 2 devices | 4 devices<br>(oversubscribed: no speed-up) | published |\n"
                        "|---|--:|--:|--:|---|\n"));
  EXPECT_THAT(text,
              HasSubstr("| ring_delayed | **0.98 [0.95, 1.00]**<br>5,000 img/s<br>97.12 %<br>time to 97 %: 100 ms ✓ | "
                        "**2.00 [1.90, 2.09]**, 100 %<br>10,240 img/s<br>97.12 %<br>time to 97 %: 100 ms ✓ | "
                        "9,000 img/s<br>97.12 %<br>time to 97 %: 100 ms ✓ | 3.77 on 4 [1] |\n"));
  EXPECT_THAT(text, HasSubstr("| master_slave | | **wrong result** ✗ | | |\n"));
}

TEST(Table, AsCsvWithNumbersUnrounded) {
  const std::string text = format_tables(make_tables(eight_records(), published), TableFormat::csv);
  EXPECT_THAT(text,
              HasSubstr("lenet,mnist,strong,ring_delayed,2,2,64,onednn,A CPU,abc123,ok,true,false,1.999,1.9,2.0949,"
                        "0.9995,10240.4,0.0125,0.9712,,0.97,0.1\n"));
  EXPECT_THAT(text, HasSubstr("master_slave,2,2,64,onednn,A CPU,abc123,wrong_result,false,false,,,,,,,,,0.97,\n"));
  EXPECT_THAT(text,
              HasSubstr("ring_delayed,4,2,64,onednn,A CPU,abc123,ok,true,true,,,,,9000,0.0125,0.9712,,0.97,0.1\n"));
}

TEST(Table, QuotesCsvFieldsThatNeedIt) {
  nlohmann::json record = made_record("single", 1, 1);
  record["context"]["cpu"] = "A \"fast\", warm CPU";
  EXPECT_THAT(format_tables(make_tables({placed(record)}, {}), TableFormat::csv),
              HasSubstr(",\"A \"\"fast\"\", warm CPU\","));
}

TEST(Table, AsLatex) {
  const std::string text = format_tables(make_tables(eight_records(), published), TableFormat::latex);
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{lrrrrrrrrrrrrrrrl}"));
  EXPECT_THAT(text, HasSubstr("ring\\_delayed & 0.98 [0.95, 1.00] \\checkmark &  & 5,000 & 97.12 \\% & 100 ms & "
                              "2.00 [1.90, 2.09] \\checkmark & 100 \\% & "));
  EXPECT_THAT(text, HasSubstr(" & 3.77 on 4 [1] \\\\\n"));
  EXPECT_THAT(text, HasSubstr(" & time to 97 \\% & published \\\\\n"));
  EXPECT_THAT(text, HasSubstr("wrong result $\\times$"));
  EXPECT_THAT(text, Not(HasSubstr("ring_delayed &")));
}

// 0.6 after 100 steps of 10 ms, 0.9 after 200; the last test may be worse again.
nlohmann::json tested(const std::string& strategy, int devices, const std::vector<double>& accuracies) {
  nlohmann::json record = made_record(strategy, devices, 6400);
  record["results"]["statistics"]["median_s"] = 0.01;
  record["results"]["convergence"] = nlohmann::json::array();
  for (std::size_t i = 0; i < accuracies.size(); ++i)
    record["results"]["convergence"].push_back({{"step", 100 * (i + 1)}, {"test_accuracy", accuracies[i]}});
  return record;
}

TEST(Table, TimesTrainingToAnAccuracyThatAllReached) {
  std::vector<PlacedRecord> records{placed(tested("single", 1, {0.6, 0.905, 0.88})),
                                    placed(tested("ring_delayed", 2, {0.3, 0.5, 0.91})),
                                    placed(tested("independent", 2, {0.1, 0.2, 0.3}))};
  const Table common = make_tables(records, {}).at(0);
  EXPECT_EQ(common.accuracy, 0.9);  // single's best; the bound does not count
  EXPECT_DOUBLE_EQ(*common.cell("single", 1)->seconds_to_accuracy, 2);
  EXPECT_DOUBLE_EQ(*common.cell("ring_delayed", 2)->seconds_to_accuracy, 3);
  EXPECT_FALSE(common.cell("independent", 2)->seconds_to_accuracy);
  EXPECT_THAT(format_tables({common}, TableFormat::text), HasSubstr("not reached"));

  const Table asked = make_tables(records, {}, 0.55).at(0);
  EXPECT_DOUBLE_EQ(*asked.cell("single", 1)->seconds_to_accuracy, 1);
  EXPECT_DOUBLE_EQ(*asked.cell("ring_delayed", 2)->seconds_to_accuracy, 3);

  records[1].record["valid"] = false;  // a wrong result reaches nothing
  EXPECT_FALSE(make_tables(records, {}, 0.55).at(0).cell("ring_delayed", 2)->seconds_to_accuracy);
}

TEST(Table, DoesNotTimeToAnAccuracyThatWasTestedOnlyAtTheEnd) {
  const std::vector<PlacedRecord> records{placed(tested("single", 1, {0.9})),
                                          placed(tested("ring_delayed", 2, {0.91}))};
  const Table table = make_tables(records, {}).at(0);
  EXPECT_FALSE(table.accuracy);
  EXPECT_THAT(format_tables({table}, TableFormat::text), Not(HasSubstr("time to")));
}

TEST(Table, KeepsApartWhatMayNotBeCompared) {
  const auto tables_with = [](const char* pointer, const nlohmann::json& value) {
    nlohmann::json other = made_record("single", 1, 1);
    other[nlohmann::json::json_pointer(pointer)] = value;
    return make_tables({placed(made_record("single", 1, 1)), placed(other)}, {}).size();
  };
  EXPECT_EQ(tables_with("/identity/strategy", "ring_delayed"), 1U);
  EXPECT_EQ(tables_with("/identity/scaling", "weak"), 2U);
  EXPECT_EQ(tables_with("/identity/base_batch", 32), 2U);
  EXPECT_EQ(tables_with("/identity/backend", "reference"), 2U);
  EXPECT_EQ(tables_with("/identity/dataset/hash", "cd34"), 2U);
  EXPECT_EQ(tables_with("/identity/steps", 9), 2U);
  EXPECT_EQ(tables_with("/identity/seed", 2), 2U);
  EXPECT_EQ(tables_with("/context/cpu", "Another"), 2U);
  EXPECT_EQ(tables_with("/context/physical_devices", 3), 2U);
  EXPECT_EQ(tables_with("/context/build_type", "Debug"), 2U);
  EXPECT_EQ(tables_with("/context/commit", "def456"), 2U);
}

TEST(Table, KeepsSimulationsApartAndNamesTheirMachine) {
  nlohmann::json simulated = made_record("single", 1, 1);
  simulated["identity"]["timing"] = "simulated";
  simulated["identity"]["dataset"] = nullptr;
  simulated["identity"]["machine"] = {{"name", "devbox"}, {"description", "four GPUs"},
                                      {"hash", "ef56"},   {"numbers", 9},
                                      {"unverified", 2},  {"model_error", nullptr}};
  const auto tables = make_tables({placed(made_record("single", 1, 1)), placed(simulated)}, {});
  ASSERT_EQ(tables.size(), 2U);
  const std::string text = format_tables({tables[1]}, TableFormat::text);
  EXPECT_THAT(text, HasSubstr("lenet, strong scaling (simulated: devbox)\n"));
  EXPECT_THAT(text, HasSubstr("2 of 9 numbers of the machine unverified"));
}

TEST(Table, ShowsTheLaterOfTwoRecordsOfOneCellAndSaysSo) {
  const auto tables = make_tables({placed(made_record("single", 1, 1)), placed(made_record("single", 1, 2))}, {});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].cell("single", 1)->img_per_s, 2);
  EXPECT_THAT(format_tables(tables, TableFormat::text), HasSubstr("1 older records of the same cells are not shown."));
}

TEST(Table, PutsStrategiesItDoesNotKnowLast) {
  const auto tables = make_tables({placed(made_record("from_the_future", 1, 1)),
                                   placed(made_record("ring_delayed", 1, 1)), placed(made_record("single", 1, 1))},
                                  {});
  EXPECT_THAT(tables[0].strategies, ::testing::ElementsAre("single", "ring_delayed", "from_the_future"));
}

TEST(Table, SaysThatDataAreSyntheticABuildIsSlowAndAMachineBusy) {
  nlohmann::json record = made_record("single", 1, 1);
  record["identity"]["dataset"]["real"] = false;
  record["context"]["build_type"] = "Debug";
  record["context"]["other_programs_cores"] = 0.86;
  const std::string text = format_tables(make_tables({placed(record)}, {}), TableFormat::text);
  EXPECT_THAT(text, HasSubstr("The data are synthetic"));
  EXPECT_THAT(text, HasSubstr("A Debug build: times mean little."));
  EXPECT_THAT(text, HasSubstr("Other programs kept up to 0.9 cores busy"));
}

TEST(Table, NamesRecordAndFieldThatIsMissing) {
  nlohmann::json record = made_record("single", 1, 1);
  record["identity"].erase("devices");
  EXPECT_THAT(testing::error_of([&] { make_tables({placed(record)}, {}); }),
              HasSubstr("made.jsonl:1: \"identity\": needs \"devices\""));
}

TEST(Table, NamesTheNearestFormat) {
  EXPECT_EQ(parse_table_format("csv"), TableFormat::csv);
  EXPECT_THAT(testing::error_of([] { parse_table_format("markdwon"); }),
              HasSubstr("unknown table format \"markdwon\"; did you mean \"markdown\"?"));
}

TEST(Published, TheShippedFileHasTheThesis) {
  const auto all = load_published(find_paths().published);
  const auto thesis = std::ranges::count_if(all, [](const PublishedSpeedUp& value) {
    return value.devices == 4 && value.strategy == "ring_delayed" &&
           ((value.network == "lenet" && value.speed_up == 3.77) ||
            (value.network == "cifar10_quick" && value.speed_up == 3.79));
  });
  EXPECT_EQ(thesis, 2);
  for (const auto& value : all) EXPECT_FALSE(value.source.empty() || value.hardware.empty() || value.what.empty());
}

TEST(Published, AnyTableCanStandBesideOurs) {
  const auto chosen = published_table(published, "others");
  ASSERT_EQ(chosen.size(), 1U);
  const std::string text = format_tables(make_tables(eight_records(), chosen), TableFormat::text);
  EXPECT_THAT(text, HasSubstr("[1] 3.50 on 4 devices: alexnet: AlexNet"));
  EXPECT_THAT(text, Not(HasSubstr("3.77")));
  EXPECT_THAT(testing::error_of([] { published_table(published, "thesys"); }), HasSubstr("did you mean \"thesis\"?"));
}

// Every published table of which the numbers are known: name, entries.
TEST(Published, TheShippedFileHasTheTables) {
  const auto all = load_published(find_paths().published);
  for (const char* table : {"caffe_tree", "theano_mpi", "tensorflow_replicated", "tensorflow_ps_gpu",
                            "tensorflow_ps_cpu", "one_weird_trick"})
    EXPECT_GE(published_table(all, table).size(), 2U) << table;
}

}  // namespace
}  // namespace ringside
