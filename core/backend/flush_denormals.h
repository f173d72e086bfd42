// Denormal numbers count as zero. A velocity that dies out under momentum ends among them, and there a CPU computes up to a
// hundred times slower; a GPU's fast modes flush them too. The threads of CPU streams do; a loop that shall give the same
// bits must as well.
#pragma once

namespace ringside {

// While it lives, on the calling thread. Elsewhere than on x86 it does nothing.
class FlushDenormals {
 public:
  FlushDenormals();
  ~FlushDenormals();
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  unsigned saved_ = 0;
};

}  // namespace ringside
