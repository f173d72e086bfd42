// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
// A value is a pure function of (key, counter), so any device, in any order, draws the same one.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace ringside {

struct RandomKey {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;  // tells uses of one seed apart: initialisation, shuffling, dropout, ...
};

// Four independent 32-bit words.
std::array<std::uint32_t, 4> random_words(RandomKey key, std::uint64_t counter);

// Uniform in [0, 1), 24 bits.
float random_uniform(RandomKey key, std::uint64_t counter);

// Standard normal (Box-Muller).
float random_normal(RandomKey key, std::uint64_t counter);

// A permutation of 0..count-1 (Fisher-Yates).
std::vector<int> random_permutation(RandomKey key, int count);

}  // namespace ringside
