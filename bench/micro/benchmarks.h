// The groups of benchmarks, one file each.
#pragma once
#include <algorithm>
#include <vector>

namespace ringside {

void register_peak();    // what a core can do at most
void register_layers();  // kernels at the networks' shapes
void register_memory();  // copies, sums and updates at the networks' sizes
void register_lanes();   // handing work from lane to lane
void register_steps();   // whole steps: through the executor, and the same kernels in a bare loop

// The shortest of --benchmark_repetitions: what the machine can do when nobody disturbs it.
inline double best(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

}  // namespace ringside
