// Times the same arithmetic once and eight times over.
#include "bench/timer_check.h"

#include <algorithm>
#include <limits>

#include "bench/piece_of_work.h"
#include "core/backend/now.h"

namespace ringside {

double eightfold_time(const std::function<double()>& now_s) {
  constexpr int tries = 5, times_the_work = 8;
  double value = piece_of_work(2);  // wakes the core
  const auto seconds = [&](int pieces) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
      const double begin_s = now_s();
      for (int piece = 0; piece < pieces; ++piece) value = piece_of_work(value);
      shortest = std::min(shortest, now_s() - begin_s);
    }
    return shortest;
  };
  const double once_s = seconds(1);
  const double eight_s = seconds(times_the_work);
  return once_s > 0 && value > 0 ? eight_s / once_s : 0;
}

double eightfold_time() {
  return eightfold_time(ringside::now_s);
}

}  // namespace ringside
