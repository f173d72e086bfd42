// Reading IDX files.
#include "core/data/idx.h"

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/data/input_file.h"

namespace ringside {

namespace {

constexpr int unsigned_bytes = 0x08;  // the only type of value that labelled images use
constexpr std::uint64_t most_bytes = std::numeric_limits<int>::max();

std::uint64_t big_endian(std::span<const std::uint8_t> bytes) {
  return std::uint64_t{bytes[0]} << 24 | std::uint64_t{bytes[1]} << 16 | std::uint64_t{bytes[2]} << 8 | bytes[3];
}

void check_magic(const InputFile& file, std::span<const std::uint8_t> magic, IdxKind kind) {
  const int dimensions = static_cast<int>(kind);
  if (magic[0] == 0 && magic[1] == 0 && magic[2] == unsigned_bytes && magic[3] == dimensions) return;
  const bool images = kind == IdxKind::images;
  const int swapped = static_cast<int>(images ? IdxKind::labels : IdxKind::images);
  const bool is_swapped = magic[2] == unsigned_bytes && magic[3] == swapped;
  fail("{}: byte 0: {:02x} {:02x} {:02x} {:02x}, expected 00 00 {:02x} {:02x}: {}", file.name(), magic[0], magic[1],
       magic[2], magic[3], unsigned_bytes, dimensions,
       !is_swapped ? "no IDX file of unsigned bytes"
       : images    ? "these are labels, not images; are the two files swapped?"
                   : "these are images, not labels; are the two files swapped?");
}

}  // namespace

IdxArray read_idx(const std::filesystem::path& path, IdxKind kind) {
  constexpr std::array<std::string_view, 3> size_names{"samples", "rows", "columns"};
  InputFile file(path);

  std::array<std::uint8_t, 16> buffer{};
  const auto header = std::span(buffer).first(static_cast<std::size_t>(idx_header_bytes(kind)));
  const std::size_t got = file.read(header);
  if (got >= 4) check_magic(file, header.first(4), kind);
  check(got == header.size(), "{}: truncated header: needs {} bytes, the file has {}", file.name(), header.size(), got);

  IdxArray array;
  std::uint64_t bytes = 1;
  for (std::size_t i = 0; 4 * (i + 1) < header.size(); ++i) {
    const std::uint64_t size = big_endian(header.subspan(4 * (i + 1), 4));
    check(size > 0, "{}: byte {}: 0 {}, expected at least 1", file.name(), 4 * (i + 1), size_names[i]);
    check(size <= most_bytes / bytes, "{}: byte {}: {} {}: more than {} bytes of data, the most that is read",
          file.name(), 4 * (i + 1), size, size_names[i], most_bytes);
    bytes *= size;
    array.sizes.push_back(static_cast<int>(size));
  }

  // A raw file tells its length and a packed one at least a bound, so a false header is refused before it costs memory.
  const std::uint64_t announced = bytes + header.size();
  check(announced <= file.at_most(), "{}: truncated: the header announces {} bytes, the file has {}{}", file.name(),
        announced, file.packed() ? "at most " : "", file.at_most());
  array.values.resize(bytes);
  const std::size_t body = file.read(array.values);
  check(body == bytes, "{}: truncated: the header announces {} bytes, the file has {}", file.name(), announced,
        header.size() + body);
  std::array<std::uint8_t, 1> more{};
  check(file.read(more) == 0, "{}: trailing bytes from byte {} on, where the header says that the data end",
        file.name(), announced);
  return array;
}

}  // namespace ringside
