// Which records of two sides belong together, and whether they may be compared.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compare.h"

namespace ringside {

// How the two sides' rounds belong to one another in time.
enum class Pairing {
  none,           // measured at different times
  by_repetition,  // in turns within one run, repetition by repetition
  by_run          // several runs each, one after the other in turns: a run is a round
};

// One cell on both sides; several records are several runs of it.
struct CellPair {
  std::vector<ComparedRecord> baseline, candidate;
  Pairing pairing = Pairing::none;
};

struct Join {
  std::vector<CellPair> pairs;
  std::vector<std::string> missing, added;  // of the candidate
  std::vector<Incomparable> incomparable;
  std::vector<std::string> notes;  // what was allowed
};

// Over the union of both sides' identities; what is left over is joined by likeness, and the differences are told. Throws
// bad_input for two records of one cell and run on one side, not_comparable for a side whose records of one cell differ in
// commit or conditions.
Join join(const std::vector<ComparedRecord>& baseline, const std::vector<ComparedRecord>& candidate,
          const std::set<std::string>& allowed);

// Of one side: each strategy with the first one of the menu that ran on as many devices, conditions being equal but for the
// solver: a strategy may need its own.
Join join_strategies(const std::vector<ComparedRecord>& records, const std::set<std::string>& allowed);

using Series = Rounds;
Series series_of(const std::vector<ComparedRecord>& records, std::string_view metric, Pairing pairing);

}  // namespace ringside
