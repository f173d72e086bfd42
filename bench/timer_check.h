// Whether the clock measures work at all: one that stands still, or counts enqueued work as done, is found out before it is
// believed.
#pragma once
#include <functional>

namespace ringside {

// A clock passes if eight times the work takes longer than this many times as long.
inline constexpr double least_eightfold_time = 2;

// How many times as long eight times the work takes; 8 where nothing disturbs. Of several tries the shortest: what else the
// machine does only ever adds to a time. `now_s`: the clock, seconds. Takes milliseconds.
double eightfold_time(const std::function<double()>& now_s);

// Of the clock that steps are timed with.
double eightfold_time();

}  // namespace ringside
