// A record as far as a comparison needs it: what it is of, under which conditions, and its metrics.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/metric.h"
#include "bench/record_file.h"

namespace ringside {

// What two records must have in common for a comparison of their times to mean anything, by the names --allow knows.
std::span<const std::string_view> condition_names();

struct ComparedRecord {
  std::string network, strategy;
  int devices = 0;
  std::string name;                               // "lenet single on 1 device, strong scaling"
  std::string identity;                           // all of it, to join on
  std::string likeness;                           // network, strategy, devices, measured or simulated
  std::map<std::string, std::string> conditions;  // by name: in words; equal words, equal condition
  std::string obstacle;                           // why its times do not count: status or build; empty: they do
  std::string obstacle_condition;                 // validity or build
  std::string experiment, run, finished_at, commit, place;
  bool simulated = false;
  bool busy = false;                           // other programs kept the machine busy meanwhile
  std::map<std::string_view, Rounds> metrics;  // by name; only those that it has
};

// Throws bad_input, naming place and field, for a record that lacks something or has a value of the wrong kind.
ComparedRecord read_compared(const PlacedRecord& placed, const std::vector<const Metric*>& wanted);

}  // namespace ringside
