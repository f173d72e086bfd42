// Times pieces of work.
#include "bench/noise.h"

#include <chrono>
#include <thread>

#include "bench/cpu_time.h"
#include "bench/piece_of_work.h"
#include "bench/statistics.h"

namespace ringside {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<double> time_pieces(double seconds) {
  std::vector<double> times;
  double value = piece_of_work(2);  // wakes the core
  for (const auto begin = Clock::now(); seconds_since(begin) < seconds;) {
    const auto piece = Clock::now();
    value = piece_of_work(value);
    times.push_back(seconds_since(piece));
  }
  if (value == 0) times.clear();  // never so
  return times;
}

}  // namespace

Noise noise_of(const std::vector<double>& alone_s, const std::vector<double>& together_s) {
  const Statistics alone = statistics(alone_s).value();
  Noise noise;
  noise.pieces = static_cast<int>(alone_s.size());
  noise.median_s = alone.median;
  noise.spread = alone.spread;
  noise.together = statistics(together_s).value().median / alone.median;
  return noise;
}

Noise measure_noise(int cores, double seconds) {
  OtherPrograms others;
  others.watch();
  const auto begin = Clock::now();
  const std::vector<double> alone = time_pieces(seconds / 2);
  std::vector<std::vector<double>> times(static_cast<std::size_t>(cores));
  {
    std::vector<std::jthread> threads;
    for (auto& own : times) threads.emplace_back([&own, seconds] { own = time_pieces(seconds / 2); });
  }
  std::vector<double> together;
  for (const auto& own : times) together.insert(together.end(), own.begin(), own.end());
  others.pause(seconds_since(begin));
  Noise noise = noise_of(alone, together);
  noise.other_programs_cores = others.cores();
  return noise;
}

}  // namespace ringside
