// Which units a dropout layer keeps: a pure function of seed, layer, step, sample and unit, so that every device draws the
// same mask, however samples and channels are split.
#pragma once
#include <string_view>

#include "core/backend/kernels.h"
#include "core/base/random.h"

namespace ringside {

class DropoutMask {
 public:
  DropoutMask(std::string_view layer, float ratio, const CallPlace& place);

  // Unit numbers count through all samples of the global batch: sample · units of the layer + unit.
  bool keeps(std::int64_t unit);

  // What a GPU draws the same mask from: word `unit` mod 4 of random_words(key, unit / 4) against the threshold.
  RandomKey key() const { return key_; }
  std::uint64_t threshold() const { return threshold_; }

 private:
  RandomKey key_;
  std::uint64_t threshold_;               // of a word: below it the unit is dropped
  std::int64_t block_ = -1;               // four units share a block of random words
  std::array<std::uint32_t, 4> words_{};  // of that block
};

}  // namespace ringside
