// Philox4x32-10 and the distributions made of it.
#include "core/base/random.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace ringside {

namespace {

// The multipliers and the Weyl constants that bump the key, from the paper.
constexpr std::uint32_t multiplier_0 = 0xD2511F53;
constexpr std::uint32_t multiplier_1 = 0xCD9E8D57;
constexpr std::uint32_t bump_0 = 0x9E3779B9;
constexpr std::uint32_t bump_1 = 0xBB67AE85;
constexpr int rounds = 10;

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

std::array<std::uint32_t, 4> random_words(RandomKey key, std::uint64_t counter) {
  std::uint32_t key_0 = low(key.seed);
  std::uint32_t key_1 = high(key.seed);
  std::array<std::uint32_t, 4> words{low(counter), high(counter), low(key.stream), high(key.stream)};
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t product_0 = std::uint64_t{multiplier_0} * words[0];
    const std::uint64_t product_1 = std::uint64_t{multiplier_1} * words[2];
    words = {high(product_1) ^ words[1] ^ key_0, low(product_1), high(product_0) ^ words[3] ^ key_1, low(product_0)};
    key_0 += bump_0;
    key_1 += bump_1;
  }
  return words;
}

float random_uniform(RandomKey key, std::uint64_t counter) {
  return static_cast<float>(random_words(key, counter)[0] >> 8) * 0x1p-24F;
}

float random_normal(RandomKey key, std::uint64_t counter) {
  const auto words = random_words(key, counter);
  const double radius_draw = (words[0] + 1.0) * 0x1p-32;  // in (0, 1]: its logarithm is finite
  const double angle_draw = words[1] * 0x1p-32;
  return static_cast<float>(std::sqrt(-2 * std::log(radius_draw)) * std::cos(2 * std::numbers::pi * angle_draw));
}

std::vector<int> random_permutation(RandomKey key, int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t last = order.size(); last > 1; --last) {
    const auto words = random_words(key, last);
    const std::uint64_t draw =
        std::uint64_t{words[1]} << 32 | words[0];  // 64 bits: the remainder's bias is below 2^-32
    std::swap(order[last - 1], order[draw % last]);
  }
  return order;
}

}  // namespace ringside
