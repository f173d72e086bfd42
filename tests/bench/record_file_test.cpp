// Files of records: nothing is overwritten by accident, and what is no record is named.
#include "bench/record_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using Existing = RecordFile::Existing;
using testing::error_of;
using ::testing::HasSubstr;

const nlohmann::ordered_json line{{"schema_version", 1}, {"name", "a\nb"}};

TEST(RecordFile, WritesALineARecordAndMakesFolders) {
  const testing::Scratch scratch;
  const auto path = scratch.path() / "new" / "folder" / "run.jsonl";
  RecordFile file(path, Existing::refuse);
  file.append(line);
  file.append(line);
  EXPECT_EQ(testing::text_of(path),
            "{\"schema_version\":1,\"name\":\"a\\nb\"}\n{\"schema_version\":1,\"name\":\"a\\nb\"}\n");
}

TEST(RecordFile, RefusesAppendsOrReplacesWhatIsThere) {
  const testing::Scratch scratch;
  const auto path = scratch.path() / "run.jsonl";
  RecordFile(path, Existing::refuse).append(line);
  EXPECT_THAT(error_of([&] { RecordFile(path, Existing::refuse); }), HasSubstr("run.jsonl exists already; --append"));
  RecordFile(path, Existing::append).append(line);
  EXPECT_EQ(testing::records_in(testing::text_of(path)).size(), 2U);
  RecordFile(path, Existing::replace).append(line);
  EXPECT_EQ(testing::records_in(testing::text_of(path)).size(), 1U);
}

TEST(RecordFile, SaysBeforeTheRunThatItCannotBeWritten) {
  const testing::Scratch scratch;
  scratch.write("file", testing::bytes_of("x"));
  EXPECT_THAT(error_of([&] { RecordFile(scratch.path() / "file" / "run.jsonl", Existing::refuse); }),
              HasSubstr("cannot make the folder"));
  EXPECT_THAT(error_of([&] { RecordFile(scratch.path(), Existing::append); }),
              HasSubstr("cannot be written: Is a directory"));
}

TEST(RecordFile, SurvivesTextThatIsNotUtf8) {
  const testing::Scratch scratch;
  const auto path = scratch.path() / "run.jsonl";
  RecordFile(path, Existing::refuse).append({{"message", "\xff\xfe"}});
  EXPECT_EQ(testing::records_in(testing::text_of(path)).size(), 1U);
}

std::string error_reading(const std::string& text) {
  const testing::Scratch scratch;
  const std::string path = scratch.write("run.jsonl", testing::bytes_of(text)).string();
  return error_of([&] { read_records({path}); });
}

TEST(ReadRecords, NamesFileAndLine) {
  EXPECT_THAT(error_reading("{\"schema_version\": 1}\n\n{\"schema_version\": \n"), HasSubstr("run.jsonl:3: not JSON"));
  EXPECT_THAT(error_reading("[1]\n"), HasSubstr("run.jsonl:1: expected an object"));
  EXPECT_THAT(error_reading("{}\n"), HasSubstr("run.jsonl:1: needs \"schema_version\""));
  EXPECT_THAT(error_reading("{\"schema_version\": 2}\n"),
              HasSubstr("run.jsonl:1: schema_version is 2; this program reads 1"));
  EXPECT_THAT(error_reading("\n"), HasSubstr("run.jsonl: no records"));
  EXPECT_THAT(error_of([] { read_records({"no/such.jsonl"}); }), HasSubstr("no/such.jsonl: cannot be read"));
  EXPECT_THAT(error_of([] { read_records({"/tmp"}); }), HasSubstr("/tmp: cannot be read"));
}

TEST(ReadRecords, LeavesOutHalfARecordAtTheEndWhereThatDoesNoHarm) {
  const testing::Scratch scratch;
  const std::string text = "{\"schema_version\": 1}\n{\"schema_ver";
  const std::string path = scratch.write("run.jsonl", testing::bytes_of(text)).string();
  EXPECT_EQ(read_records({path}, Torn::leave_out).size(), 1U);
  EXPECT_THAT(error_of([&] { read_records({path}); }),
              HasSubstr("run.jsonl:2: not JSON: half a record, torn by a kill or still being written"));
  const std::string alone = scratch.write("half.jsonl", testing::bytes_of("{\"schema_ver")).string();
  EXPECT_THAT(error_of([&] { read_records({alone}, Torn::leave_out); }), HasSubstr("half.jsonl: no records"));
}

TEST(ReadRecords, RemembersWhereEachOneStood) {
  const testing::Scratch scratch;
  const std::string path =
      scratch.write("run.jsonl", testing::bytes_of("{\"schema_version\": 1}\n\n{\"schema_version\": 1}")).string();
  const auto records = read_records({path, path});
  ASSERT_EQ(records.size(), 4U);
  EXPECT_THAT(records[1].place, HasSubstr("run.jsonl:3"));
}

}  // namespace
}  // namespace ringside
