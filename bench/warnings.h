// What a reader must know before believing a record. A code for programs, a sentence for people.
#pragma once
#include <string>
#include <vector>

#include "bench/environment.h"
#include "bench/record_source.h"
#include "bench/speed_up.h"

namespace ringside {

struct Warning {
  std::string code, text;
};

std::vector<Warning> warnings(const RecordSource& source, const SpeedUp& speed_up, const Environment& here);

}  // namespace ringside
