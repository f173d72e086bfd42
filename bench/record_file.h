// A file of records, one JSON object a line.
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/line_file.h"

namespace ringside {

// A record and where it came from (FILE:LINE), for messages.
struct PlacedRecord {
  nlohmann::json record;
  std::string place;
};

class RecordFile {
 public:
  using Existing = LineFile::Existing;

  // Opens and locks at once, see LineFile: what will not be writable is told before the run and not after it.
  RecordFile(const std::filesystem::path& path, Existing existing) : name_(path.string()), lines_(path, existing) {}

  // Takes the room for so many bytes of records; throws bad_input if the disk has none.
  void reserve(std::int64_t bytes) { lines_.reserve(bytes); }

  // On the disk when it returns.
  void append(const nlohmann::ordered_json& record);

  // Those the file holds. Throws bad_input naming file and line for one that is not a record.
  std::vector<PlacedRecord> records() const;

  // Takes out all records that are `unwanted`, at once.
  void drop(const std::function<bool(const nlohmann::json&)>& unwanted);

  // What was cut off the file's end because a run was killed while it wrote there; 0: nothing.
  std::int64_t torn_bytes() const { return lines_.torn_bytes(); }

 private:
  std::string name_;
  LineFile lines_;
};

// What becomes of a last line without an end that is not JSON: it was torn by a kill, or is being written.
enum class Torn {
  refuse,    // bad_input: what would be decided without it might be wrong
  leave_out  // and say so on stderr
};

// Reads files of records; "-" is stdin. Throws bad_input naming file and line for one that is not a record, and for a file
// without any.
std::vector<PlacedRecord> read_records(const std::vector<std::string>& files, Torn torn = Torn::refuse);

}  // namespace ringside
