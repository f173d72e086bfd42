// What can be read from a record and compared: every metric with its unit, its direction, and how it may vary.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics.h"
#include "bench/units.h"

namespace ringside {

class JsonFields;

enum class Variation {
  noisy,         // a time: judged by its interval and its threshold
  reproducible,  // the same on the same machine, but for rounding in another order: judged by its threshold
  exact          // counted or simulated: every change is told
};

struct Metric {
  std::string_view name, summary;
  std::string_view unit;
  Better better;
  Variation variation;
  double quantile;  // of a round's values, that stands for the round
  bool by_default;  // compared unless others are asked for
  // By repetition, a single value as one of one; empty: this record has none (it is null). Throws bad_input naming place and
  // field for a record in which it is missing, not a number, or below 0.
  Rounds (*read)(JsonFields& record);

  double default_threshold() const;  // relative
};

std::span<const Metric> metrics();

// Throws bad_input with the nearest name.
const Metric& find_metric(std::string_view name);

std::string_view name_of(Variation variation);

}  // namespace ringside
