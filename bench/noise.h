// How steady a machine is: the same piece of work, timed over and over.
#pragma once
#include <optional>
#include <vector>

namespace ringside {

struct Noise {
  int pieces = 0;                              // timed, on one core
  double median_s = 0, spread = 0;             // of a piece; (p95 - p10) / median
  double together = 1;                         // time of a piece while every core does the same, over that of one alone
  std::optional<double> other_programs_cores;  // that they kept busy meanwhile; none: not known
};

// More than this and a measurement needs many repetitions.
inline constexpr double acceptable_spread = 0.05;
// Cores that slow each other down by more than this bound every speed-up.
inline constexpr double acceptable_slowdown = 1.1;

// Half of `seconds` on one core, half on `cores` at once. Arithmetic in registers: what memory adds comes on top.
Noise measure_noise(int cores, double seconds);

// From the times of the pieces. Requires: both have some.
Noise noise_of(const std::vector<double>& alone_s, const std::vector<double>& together_s);

}  // namespace ringside
