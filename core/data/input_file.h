// A file of data, read from front to back; gzip is unpacked on the way.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct z_stream_s;

namespace ringside {

// Whether a file is gzip is decided by its first bytes, and its name must agree: a browser that unpacked a download, or
// a packed file under a raw name, is told as what it is and never read as something else.
class InputFile {
 public:
  // Throws bad_input: missing, no regular file, unreadable, empty, not against its name.
  explicit InputFile(const std::filesystem::path& path);

  // Fills as much of `to` as the file has left and returns how much that was; less than asked means the end, reached
  // in good order. Throws bad_input: damaged or truncated gzip, or bytes after its end.
  std::size_t read(std::span<std::uint8_t> to);

  const std::string& name() const { return name_; }
  bool packed() const { return inflate_ != nullptr; }

  // No more bytes can come out of the file: what a header claims is held against this before memory is taken.
  std::uint64_t at_most() const;

 private:
  struct EndInflate {
    void operator()(z_stream_s* stream) const;
  };

  std::size_t read_packed(std::span<std::uint8_t> to);
  void refill();
  void end_member();
  std::uint64_t place() const;  // of the next packed byte

  std::string name_;
  std::uint64_t size_ = 0;
  std::ifstream file_;
  std::vector<std::uint8_t> packed_;  // what is in flight between file_ and inflate_
  std::uint64_t packed_read_ = 0;
  std::unique_ptr<z_stream_s, EndInflate> inflate_;  // none: the file is raw
  bool ended_ = false;
};

}  // namespace ringside
