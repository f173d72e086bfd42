// Reading raw and gzip'd files.
#include "core/data/input_file.h"

#include <zlib.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include "core/base/error.h"

namespace ringside {

namespace {

constexpr std::array<std::uint8_t, 2> gzip_magic{0x1f, 0x8b};
constexpr std::uint64_t deflate_ratio = 1032;  // one bit can stand for at most 258 / 2 bytes
constexpr std::size_t packed_bytes = std::size_t{1} << 18;
constexpr int gzip_window = 16 + MAX_WBITS;  // zlib's way to ask for gzip

std::uint64_t size_of(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  check(std::filesystem::exists(status), "{}: no such file", path.string());
  check(std::filesystem::is_regular_file(status), "{}: not a regular file", path.string());
  const std::uint64_t size = std::filesystem::file_size(path, error);
  check(!error, "{}: {}", path.string(), error.message());
  check(size > 0, "{}: the file is empty", path.string());
  return size;
}

}  // namespace

void InputFile::EndInflate::operator()(z_stream_s* stream) const {
  inflateEnd(stream);
  delete stream;
}

InputFile::InputFile(const std::filesystem::path& path)
    : name_(path.string()), size_(size_of(path)), file_(path, std::ios::binary) {
  check(file_.is_open(), "{}: cannot be opened: {}", name_, std::strerror(errno));
  std::array<std::uint8_t, 2> start{};
  file_.read(reinterpret_cast<char*>(start.data()), start.size());
  check(!file_.bad(), "{}: cannot be read", name_);
  file_.clear();
  file_.seekg(0);

  const bool packed = start == gzip_magic;
  const bool packed_name = path.extension() == ".gz";
  check(packed || !packed_name,
        "{}: byte 0: {:02x} {:02x}, expected 1f 8b: not gzip in spite of its name; drop \".gz\" "
        "from the name if something unpacked it on the way",
        name_, start[0], start[1]);
  check(!packed || packed_name,
        "{}: byte 0: 1f 8b: the file is gzip in spite of its name; unpack it, or add \".gz\" to "
        "the name",
        name_);
  if (!packed) return;

  auto stream = std::make_unique<z_stream>();
  if (inflateInit2(stream.get(), gzip_window) != Z_OK) fail("{}: zlib cannot start: out of memory", name_);
  inflate_.reset(stream.release());
  packed_.resize(packed_bytes);
}

std::uint64_t InputFile::at_most() const {
  if (!inflate_) return size_;
  return size_ > std::numeric_limits<std::uint64_t>::max() / deflate_ratio ? std::numeric_limits<std::uint64_t>::max()
                                                                           : size_ * deflate_ratio;
}

std::size_t InputFile::read(std::span<std::uint8_t> to) {
  if (inflate_) return read_packed(to);
  file_.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
  check(!file_.bad(), "{}: cannot be read", name_);
  return static_cast<std::size_t>(file_.gcount());
}

std::size_t InputFile::read_packed(std::span<std::uint8_t> to) {
  assert(to.size() <= std::numeric_limits<uInt>::max());
  inflate_->next_out = to.data();
  inflate_->avail_out = static_cast<uInt>(to.size());
  while (inflate_->avail_out > 0 && !ended_) {
    if (inflate_->avail_in == 0) refill();
    check(inflate_->avail_in > 0, "{}: truncated: the gzip stream breaks off at byte {}", name_, size_);
    const int status = inflate(inflate_.get(), Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      end_member();
    } else if (status != Z_OK) {
      fail("{}: damaged gzip data before byte {}: {}", name_, place(), inflate_->msg ? inflate_->msg : zError(status));
    }
  }
  return to.size() - inflate_->avail_out;
}

void InputFile::refill() {
  file_.read(reinterpret_cast<char*>(packed_.data()), static_cast<std::streamsize>(packed_.size()));
  check(!file_.bad(), "{}: cannot be read", name_);
  inflate_->next_in = packed_.data();
  inflate_->avail_in = static_cast<uInt>(file_.gcount());
  packed_read_ += inflate_->avail_in;
}

// A gzip file may hold several members one after another, and nothing else.
void InputFile::end_member() {
  if (inflate_->avail_in == 0) refill();
  ended_ = inflate_->avail_in == 0;
  if (ended_) return;
  check(inflate_->next_in[0] == gzip_magic[0], "{}: trailing bytes: the gzip stream ends at byte {} of {}", name_,
        place(), size_);
  inflateReset(inflate_.get());
}

std::uint64_t InputFile::place() const {
  return packed_read_ - inflate_->avail_in;
}

}  // namespace ringside
