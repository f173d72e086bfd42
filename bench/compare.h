// Holds a candidate's records against a baseline's: what got worse, what is missing, and what must not be compared at all.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/compared_record.h"
#include "bench/judgement.h"

namespace ringside {

struct CompareOptions {
  std::vector<const Metric*> metrics;        // empty: all that are compared by default
  std::map<std::string, double> thresholds;  // relative, by metric; else the metric's own
  std::set<std::string> allowed;             // conditions that may differ; also missing, validity, exact
};

struct Comparison : Judgement {
  std::string cell;
  const Metric* metric = nullptr;
};

struct Incomparable {
  std::string cell;
  std::vector<std::string> differences;  // "scaling: strong against weak"
};

struct CompareReport {
  std::string baseline, candidate;  // what is compared with what, in words
  std::vector<Comparison> comparisons;
  std::vector<std::string> missing, added;  // cells, or metrics of a cell
  std::vector<Incomparable> incomparable;
  std::vector<std::string> notes;
  std::set<std::string> allowed;
  bool judges = true;  // false: it tells, and nothing in it is a regression

  // 0 ok, 1 a metric is worse or an exact one changed, else 3 something is missing or not comparable.
  int exit_code() const;
};

// Records of two files; `what` names them. Several records of one cell are its repetitions, if their runs differ. Throws
// bad_input for a record twice in one file, and not_comparable where there is no cell in common.
CompareReport compare(const std::vector<PlacedRecord>& baseline, const std::vector<PlacedRecord>& candidate,
                      const std::pair<std::string, std::string>& what, const CompareOptions& options);

// Of one file: every strategy against the first of the menu, the number of devices and all else being equal. Tells; nothing in
// it is a regression.
CompareReport compare_strategies(const std::vector<PlacedRecord>& records, const std::string& what,
                                 const CompareOptions& options);

}  // namespace ringside
