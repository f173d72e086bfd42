// One metric over commits, and where it changed: every such place, also one that was made good later.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/judgement.h"
#include "bench/record_file.h"

namespace ringside {

// All records of one commit.
struct HistoryPoint {
  std::string commit, finished_at;  // of the first record
  Rounds rounds;
  bool busy = false;
  double value = 0;  // the median of the rounds
  // What the metric is against the commits since the last change; its verdict says whether this is one.
  std::optional<Judgement> against_before;
  bool is_change() const;
};

struct History {
  std::string cell, machine_class;
  std::vector<HistoryPoint> points;  // in the order in which commits were first measured
};

struct Histories {
  const Metric* metric = nullptr;
  std::vector<History> all;
  int skipped = 0;  // records whose times do not count
};

// Cells and classes of machine apart. A commit is held against all commits since the last change together, by the rules of
// compare without turns: what creeps is found once it has gone too far. What is unclear is no change and counts for neither
// side. Throws not_comparable if no record has the metric.
Histories make_histories(const std::vector<PlacedRecord>& records, const Metric& metric, double threshold);

// Every *.jsonl below `folder`, by name.
std::vector<std::string> record_files(const std::filesystem::path& folder);

std::string histories_text(const Histories& histories);
std::string histories_json(const Histories& histories);

}  // namespace ringside
