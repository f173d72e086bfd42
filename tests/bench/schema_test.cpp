// The description of a record: page, schema and the records that are written agree.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

const std::string results = RINGSIDE_SOURCE_DIR "/results/";

// The names of all fields below `schema`: "a.b" in an object, "a[].b" in a list of objects.
void collect(const nlohmann::json& schema, const std::string& name, std::set<std::string>& fields) {
  for (const char* choice : {"anyOf", "oneOf"})
    if (schema.contains(choice))
      for (const auto& one : schema[choice])
        if (one["type"] != "null") collect(one, name, fields);
  if (schema.contains("anyOf") || schema.contains("oneOf")) return;
  if (schema.value("type", nlohmann::json()) == "array" && schema["items"].contains("properties"))
    return collect(schema["items"], name + "[]", fields);
  if (!schema.contains("properties")) {
    fields.insert(name);
    return;
  }
  EXPECT_EQ(schema["additionalProperties"], false) << name;
  for (const auto& [field, below] : schema["properties"].items()) {
    EXPECT_THAT(schema["required"], ::testing::Contains(field)) << name;
    collect(below, name.empty() ? field : fmt::format("{}.{}", name, field), fields);
  }
}

TEST(Schema, AndItsPageListTheSameFields) {
  std::set<std::string> in_schema, on_page;
  collect(nlohmann::json::parse(testing::text_of(results + "schema.json")), "", in_schema);
  std::istringstream page(testing::text_of(results + "README.md"));
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string field = line.substr(3, line.find('`', 3) - 3);
    EXPECT_TRUE(on_page.insert(field).second) << field << " is described twice";
  }
  EXPECT_GT(in_schema.size(), 50U);
  EXPECT_EQ(on_page, in_schema);
}

// Every kind of record: complete, diverged, interrupted; with and without throughput; strong and weak; in steps and epochs.
TEST(Schema, HoldsForEveryRecord) {
  if (run_child({"sh", "-c", "/usr/bin/python3 -c 'import jsonschema' 2>&1"}).exit_code != 0)
    GTEST_SKIP() << "no python3-jsonschema";
  const testing::SmallExperiment files(R"(, "recipes": {"master_slave": {"rate": 1e30}}, "evaluate": "every_round")");
  const std::string out = files.path("run.jsonl"), run = "run --quiet --append " + files.file() + " --out " + out;
  EXPECT_EQ(testing::ringside_program(run + " --scaling strong,weak").exit_code, 4);
  EXPECT_EQ(testing::ringside_program(run + " --strategy single --epochs 0.5 --repetitions 1").exit_code, 0);
  EXPECT_EQ(testing::ringside_program(run + " --steps 100000000", "( sleep 1; kill -TERM $$ ) & exec env").exit_code,
            130);
  const std::string script =
      "import json, jsonschema, sys\n"
      "def no(name): raise ValueError(name)\n"
      "validator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))\n"
      "validator.check_schema(validator.schema)\n"
      "count = 0\n"
      "for line in open(sys.argv[2]):\n"
      "    for error in validator.iter_errors(json.loads(line, parse_constant=no)):\n"
      "        print(list(error.absolute_path), error.message)\n"
      "    count += 1\n"
      "print(count)\n";
  const ChildResult result = run_child({"/usr/bin/python3", "-c", script, results + "schema.json", out});
  EXPECT_EQ(result.output, std::to_string(22 + 1 + 11) + "\n");
  EXPECT_EQ(result.exit_code, 0);
}

}  // namespace
}  // namespace ringside
