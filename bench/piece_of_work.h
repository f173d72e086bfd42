// Work of a known amount, to time.
#pragma once

namespace ringside {

// About a millisecond of arithmetic in registers: long against the clock, short against a time slice. Goes to 1 from above; hand
// the result of one to the next, so that none can be left out.
inline double piece_of_work(double value) {
  constexpr int multiplications = 250'000;
  for (int i = 0; i < multiplications; ++i) value = value * 0.999999 + 1e-6;  // each waits for the one before
  return value;
}

}  // namespace ringside
