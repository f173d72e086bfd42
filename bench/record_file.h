// A file of records, one JSON object a line. A line is written in one piece and reaches the disk before the next one is begun.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ringside {

class RecordFile {
 public:
  enum class Existing { refuse, append, replace };

  // Opens at once, so that a read-only folder is told before the run and not after it; "-" is stdout.
  // Throws bad_input if the file exists and `existing` is refuse, or cannot be written.
  RecordFile(const std::filesystem::path& path, Existing existing);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  void append(const nlohmann::ordered_json& record);

 private:
  std::string name_;
  int file_ = -1;
  bool is_stdout_ = false;
};

// A record and where it came from (FILE:LINE), for messages.
struct PlacedRecord {
  nlohmann::json record;
  std::string place;
};

// Reads files of records; "-" is stdin. Throws bad_input naming file and line for one that is not a record, and for a file
// without any.
std::vector<PlacedRecord> read_records(const std::vector<std::string>& files);

}  // namespace ringside
