// What a reader must know before believing a record. A code for programs, a sentence for people.
#pragma once
#include <string>
#include <vector>

#include "bench/environment.h"
#include "bench/speed_up.h"
#include "core/data/dataset.h"

namespace ringside {

struct Warning {
  std::string code, text;
};

std::vector<Warning> warnings(const Cell& cell, const Outcome& outcome, const SpeedUp& speed_up, const Dataset& data,
                              const Environment& here);

}  // namespace ringside
