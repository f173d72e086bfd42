// FNV-1a over words.
#include "core/data/content_hash.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>

namespace ringside {

namespace {

static_assert(std::endian::native == std::endian::little, "words and labels are hashed as they lie in memory");

class WordHash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x00000100000001b3;
    state_ ^= state_ >> 32;
  }

  // With its length, so that the end of one span cannot pass for the beginning of the next.
  void add(std::span<const std::byte> bytes) {
    add(bytes.size());
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) add(word(bytes));
    if (!bytes.empty()) add(word(bytes));
  }

  std::uint64_t value() const { return state_; }

 private:
  static std::uint64_t word(std::span<const std::byte> bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof word));
    return word;
  }

  std::uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace

std::string content_hash(const Dataset& data) {
  WordHash hash;
  for (const LabelledImages* part : {&data.train, &data.test}) {
    for (const int size : {part->shape.channels, part->shape.height, part->shape.width}) {
      hash.add(static_cast<std::uint64_t>(size));
    }
    hash.add(std::as_bytes(std::span(part->pixels)));
    hash.add(std::as_bytes(std::span(part->labels)));
  }
  return fmt::format("{:016x}", hash.value());
}

}  // namespace ringside
