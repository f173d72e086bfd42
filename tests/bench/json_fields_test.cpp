// Strict JSON: what is refused, and in which words.
#include "bench/json_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

// The message about field "a" of an object, read as T.
template <class T>
std::string error_reading(const std::string& text) {
  const nlohmann::json json = parse_json(text, "file.json");
  return error_of([&] { JsonFields(json, "file.json").get<T>("a"); });
}

TEST(JsonFields, ReadsWhatIsThere) {
  const nlohmann::json json = parse_json(R"({"a": 1, "b": [1, 2.5], "c": "x", "d": true, "e": null})", "file.json");
  JsonFields fields(json, "file.json");
  EXPECT_EQ(fields.get<int>("a"), 1);
  EXPECT_EQ(fields.get<double>("a"), 1.0);
  EXPECT_EQ(fields.get<std::vector<double>>("b"), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(fields.get<std::string>("c"), "x");
  EXPECT_TRUE(fields.get<bool>("d"));
  EXPECT_EQ(fields.get_or("e", 5), 5);
  EXPECT_EQ(fields.get_or("f", 6), 6);
  fields.done();
}

TEST(JsonFields, NamesTheNearestOfUnknownFields) {
  const nlohmann::json json = parse_json(R"({"devicess": [1]})", "file.json");
  JsonFields fields(json, "file.json");
  fields.find("devices");
  fields.find("steps");
  EXPECT_THAT(error_of([&] { fields.done(); }),
              HasSubstr(R"(file.json: unknown field "devicess"; did you mean "devices"? There are: devices, steps)"));
}

TEST(JsonFields, RefusesOtherTypesAndNeverRounds) {
  EXPECT_THAT(error_reading<int>(R"({"a": 1.5})"),
              HasSubstr(R"(file.json: "a": expected a whole number, found number 1.5)"));
  EXPECT_THAT(error_reading<int>(R"({"a": 3000000000})"), HasSubstr("expected a whole number"));
  EXPECT_THAT(error_reading<std::uint64_t>(R"({"a": -1})"), HasSubstr("expected a whole number, 0 or more"));
  EXPECT_THAT(error_reading<int>(R"({"a": true})"), HasSubstr("found true"));
  EXPECT_THAT(error_reading<bool>(R"({"a": 1})"), HasSubstr("expected true or false"));
  EXPECT_THAT(error_reading<std::string>(R"({"a": {}})"), HasSubstr("expected text, found an object"));
  EXPECT_THAT(error_reading<std::vector<int>>(R"({"a": 1})"), HasSubstr("expected a list"));
  EXPECT_THAT(error_reading<std::vector<int>>(R"({"a": [1, "x"]})"), HasSubstr(R"("a"[1]: expected a whole number)"));
  EXPECT_THAT(error_reading<int>(R"({"b": 1})"), HasSubstr(R"(file.json: needs "a")"));
}

TEST(JsonFields, RefusesWhatIsNoObject) {
  const nlohmann::json json = parse_json("[1]", "file.json");
  EXPECT_THAT(error_of([&] { JsonFields(json, "file.json"); }), HasSubstr("expected an object {...}, found a list"));
}

TEST(ParseJson, SaysWhereTheSyntaxIsWrong) {
  EXPECT_THAT(error_of([] { parse_json("{\n\"a\": }", "file.json"); }),
              HasSubstr("file.json: not JSON: parse error at line 2"));
  EXPECT_THAT(error_of([] { parse_json("", "file.json"); }), HasSubstr("file.json: not JSON"));
  EXPECT_THAT(error_of([] { parse_json(R"({"a": NaN})", "file.json"); }), HasSubstr("file.json: not JSON"));
  EXPECT_THAT(error_of([] { parse_json(R"({"a": 1} x)", "file.json"); }), HasSubstr("file.json: not JSON"));
}

TEST(ParseJson, RefusesAFieldGivenTwice) {
  EXPECT_THAT(error_of([] { parse_json(R"({"b": {"a": 1, "a": 2}})", "file.json"); }),
              HasSubstr(R"(file.json: field "a" is given twice)"));
  EXPECT_NO_THROW(parse_json(R"({"a": {"a": 1}, "b": {"a": 1}})", "file.json"));
}

TEST(ReadJsonFile, NamesAFileThatIsNotThere) {
  EXPECT_THAT(error_of([] { read_json_file("no/such.json"); }), HasSubstr("no/such.json: cannot be read"));
}

}  // namespace
}  // namespace ringside
