// The IDX format of MNIST: a big-endian header, then bytes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace ringside {

struct IdxArray {
  std::vector<int> sizes;            // all positive; their product is values.size()
  std::vector<std::uint8_t> values;  // the last dimension runs fastest
};

enum class IdxKind { labels = 1, images = 3 };  // as many as the array has dimensions

// Offset of the first value.
constexpr std::int64_t idx_header_bytes(IdxKind kind) {
  return 4 + 4 * static_cast<int>(kind);
}

// Throws bad_input: what InputFile throws; another kind of IDX or no IDX at all; a size of zero; fewer or more bytes
// than the header announces. Takes no memory that the file cannot fill.
IdxArray read_idx(const std::filesystem::path& path, IdxKind kind);

}  // namespace ringside
