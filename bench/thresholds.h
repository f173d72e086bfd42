// How much worse is a regression: thresholds by metric, from an experiment's file or the command line, and baselines by class of
// machine.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compare.h"

namespace ringside {

// "5%" -> 0.05. Throws bad_input for anything but a percentage from 0 up.
double parse_percentage(std::string_view what, std::string_view text);

// "5%" for every noisy metric, "METRIC=5%" for one; several with commas between them.
void read_thresholds(std::string_view what, std::string_view text, std::map<std::string, double>& thresholds);

// Throws not_comparable for a threshold of a metric that no cell of the report has: it would watch over nothing for ever.
void check_no_orphans(const CompareReport& report, std::string_view suite,
                      const std::map<std::string, double>& thresholds);

// `path` itself, or, if it is a folder, the file in it that keeps the baseline of the candidate's class of machine. Throws
// not_comparable if there is none, and says where it was looked for.
std::string baseline_file(const std::string& path, const std::vector<PlacedRecord>& candidate);

}  // namespace ringside
