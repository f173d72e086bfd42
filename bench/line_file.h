// A file that grows by whole lines and survives what may happen to the program meanwhile.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ringside {

// A line is appended in one piece and has reached the disk when append() returns. That is the stronger choice for a file that
// only grows: to write it anew and rename it for every line would cost more with every line and, should it go wrong, put at risk
// what is already safe. What a kill leaves of an append is one line without an end, which the next writer cuts off. What
// replaces lines (rewrite) is written beside the file and renamed over it: there is always the old file or the new one.
// One writer at a time: the file stays locked while this lives, and the lock ends with the process, however it ends.
class LineFile {
 public:
  enum class Existing { refuse, append, replace };

  // Opens and locks at once. "-" is stdout; a pipe or a device is neither locked nor mended. With `replace` the old lines stay
  // until the first new one is there. Throws bad_input: the file exists and `existing` is refuse, it cannot be written or made,
  // or another process writes it.
  LineFile(const std::filesystem::path& path, Existing existing);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  // Takes so many bytes of the disk in advance. Throws bad_input if they are not to be had.
  void reserve(std::int64_t bytes);

  // `line` has no end of its own. Throws bad_input, and leaves the file as it was, if it cannot be written whole.
  void append(std::string_view line);

  // What the file holds, to its last whole line; empty for what is not a regular file, or will be replaced.
  std::string text() const;

  // Replaces all lines, at once. Requires: a regular file.
  void rewrite(std::string_view text);

  // What was cut off when the file was opened; 0: nothing.
  std::int64_t torn_bytes() const { return torn_bytes_; }

 private:
  void open_locked();
  void mend();
  int make_successor() const;
  void succeed(int successor);
  void write(int file, std::string_view text) const;

  std::filesystem::path path_;
  std::string name_;  // for messages: as it was given
  int file_ = -1;
  int successor_ = -1;  // what takes the file's place with the first line
  bool regular_ = false, made_ = false;
  std::int64_t torn_bytes_ = 0;
};

}  // namespace ringside
