// Reading and writing record files.
#include "bench/record_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <system_error>

#include "bench/json_fields.h"
#include "bench/record.h"

namespace ringside {
namespace {

std::string last_error() {
  return std::generic_category().message(errno);
}

void read_lines(std::istream& lines, const std::string& file, std::vector<PlacedRecord>& records) {
  const std::size_t before = records.size();
  std::int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = fmt::format("{}:{}", file, number);
    nlohmann::json record = parse_json(line, place);
    JsonFields fields(record, place);
    const int version = fields.get<int>("schema_version");
    check(version == schema_version, "{}: schema_version is {}; this program reads {}", place, version, schema_version);
    records.push_back({std::move(record), place});
  }
  check(records.size() > before, "{}: no records; expected one JSON object a line", file);
}

}  // namespace

RecordFile::RecordFile(const std::filesystem::path& path, Existing existing) : name_(path.string()) {
  if (path == "-") {
    file_ = STDOUT_FILENO;
    is_stdout_ = true;
    return;
  }
  // A pipe or a device is there already and loses nothing.
  check(existing != Existing::refuse || !std::filesystem::is_regular_file(path),
        "{} exists already; --append adds to it, --force replaces it, --out names another", name_);
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  check(!error, "{}: cannot make the folder: {}", name_, error.message());
  file_ = ::open(path.c_str(),
                 O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (existing == Existing::replace ? O_TRUNC : 0), 0666);
  check(file_ >= 0, "{}: cannot be written: {}", name_, last_error());
}

RecordFile::~RecordFile() {
  if (!is_stdout_) ::close(file_);
}

void RecordFile::append(const nlohmann::ordered_json& record) {
  using Json = nlohmann::ordered_json;
  const std::string line = record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::size_t written = 0;
  while (written < line.size()) {  // one call, unless a signal or a pipe splits it
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    check(count >= 0, "{}: cannot be written: {}", name_, last_error());
    written += static_cast<std::size_t>(count);
  }
  // EINVAL: a pipe or a device, which has no disk behind it.
  check(::fsync(file_) == 0 || errno == EINVAL, "{}: cannot be written to disk: {}", name_, last_error());
}

std::vector<PlacedRecord> read_records(const std::vector<std::string>& files) {
  std::vector<PlacedRecord> records;
  for (const std::string& file : files) {
    if (file == "-") {
      read_lines(std::cin, "stdin", records);
      continue;
    }
    std::ifstream lines(file, std::ios::binary);
    check(lines.is_open() && !std::filesystem::is_directory(file), "{}: cannot be read: no such file", file);
    read_lines(lines, file, records);
  }
  return records;
}

}  // namespace ringside
