// What is wrong with a machine as a place to measure on, and what to do about it.
#pragma once
#include <string>
#include <vector>

#include "bench/environment.h"

namespace ringside {

struct Finding {
  enum class Weight { note, warning };  // a warning goes into records: it makes times doubtful
  Weight weight = Weight::note;
  std::string code, text, advice;
};

// From what the system says; nothing is measured.
std::vector<Finding> findings(const Environment& here);

}  // namespace ringside
