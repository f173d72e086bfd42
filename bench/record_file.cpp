// Reading and writing record files.
#include "bench/record_file.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "bench/json_fields.h"
#include "bench/record.h"

namespace ringside {
namespace {

nlohmann::json read_record(const std::string& line, const std::string& place) {
  nlohmann::json record = parse_json(line, place);
  JsonFields fields(record, place);
  const int version = fields.get<int>("schema_version");
  check(version == schema_version, "{}: schema_version is {}; this program reads {}", place, version, schema_version);
  return record;
}

std::vector<PlacedRecord> read_lines(std::istream& lines, const std::string& file, Torn torn) {
  std::vector<PlacedRecord> records;
  std::int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = fmt::format("{}:{}", file, number);
    if (lines.eof() && !nlohmann::json::accept(line)) {
      static constexpr std::string_view half = "half a record, torn by a kill or still being written";
      check(torn == Torn::leave_out, "{}: not JSON: {}; ringside run --resume mends the file", place, half);
      fmt::print(stderr, "{}: left out: {}\n", place, half);
      break;
    }
    records.push_back({read_record(line, place), place});
  }
  return records;
}

}  // namespace

void RecordFile::append(const nlohmann::ordered_json& record) {
  lines_.append(record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::vector<PlacedRecord> RecordFile::records() const {
  std::istringstream lines(lines_.text());
  return read_lines(lines, name_, Torn::refuse);
}

void RecordFile::drop(const std::function<bool(const nlohmann::json&)>& unwanted) {
  std::istringstream lines(lines_.text());
  std::string kept;
  bool all = true;
  for (std::string line; std::getline(lines, line);) {
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    const bool keep = !blank && !unwanted(nlohmann::json::parse(line));
    if (keep) kept += line + "\n";
    all = all && keep;
  }
  if (!all) lines_.rewrite(kept);
}

std::vector<PlacedRecord> read_records(const std::vector<std::string>& files, Torn torn) {
  std::vector<PlacedRecord> records;
  for (const std::string& file : files) {
    std::ifstream lines(file, std::ios::binary);
    check(file == "-" || (lines.is_open() && !std::filesystem::is_directory(file)), "{}: cannot be read: no such file",
          file);
    std::vector<PlacedRecord> more = file == "-" ? read_lines(std::cin, "stdin", torn) : read_lines(lines, file, torn);
    check(!more.empty(), "{}: no records; expected one JSON object a line", file == "-" ? "stdin" : file);
    std::ranges::move(more, std::back_inserter(records));
  }
  return records;
}

}  // namespace ringside
