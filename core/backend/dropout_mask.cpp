// Keys are derived by drawing: (seed, layer's name) and the step give the key of the step's mask.
#include "core/backend/dropout_mask.h"

namespace ringside {

namespace {

constexpr int units_per_block = 4;

// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t hash(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

RandomKey step_key(std::string_view layer, const CallPlace& place) {
  const auto words = random_words({place.seed, hash(layer)}, static_cast<std::uint64_t>(place.step));
  return {std::uint64_t{words[0]} << 32 | words[1], std::uint64_t{words[2]} << 32 | words[3]};
}

}  // namespace

DropoutMask::DropoutMask(std::string_view layer, float ratio, const CallPlace& place)
    : key_(step_key(layer, place)), threshold_(static_cast<std::uint64_t>(double{ratio} * 0x1p32)) {}

bool DropoutMask::keeps(std::int64_t unit) {
  if (unit / units_per_block != block_) {
    block_ = unit / units_per_block;
    words_ = random_words(key_, static_cast<std::uint64_t>(block_));
  }
  return words_[static_cast<std::size_t>(unit % units_per_block)] >= threshold_;
}

}  // namespace ringside
