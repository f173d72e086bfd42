// Going on with a run that was stopped: what of it is finished already, by the records it left.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/cell.h"
#include "bench/record_file.h"

namespace ringside {

// Names the work behind a record: the identity without what follows from the rest of it (delay, shards, and the length of a
// simulation). The same work has the same key, whoever does it, when and where.
std::string work_key(const nlohmann::json& identity);

// Where two identities differ, in words: `seed is 1, here 2`. Empty: the same work.
std::string difference(const nlohmann::json& there, const nlohmann::json& here);

class FinishedWork {
 public:
  // Only what ended well counts: what failed, hung, was wrong or was interrupted is to be done again.
  explicit FinishedWork(const std::vector<PlacedRecord>& records);

  bool has(const nlohmann::json& identity) const { return keys_.contains(work_key(identity)); }

 private:
  std::set<std::string> keys_;
};

// The cells that are left when those that `is_finished` are taken away. A baseline stays, marked as finished, while a cell of its
// scaling is left: a speed-up is over a baseline that was measured in turns with it, never over one of another run.
std::vector<Cell> left_to_do(std::vector<Cell> cells, const std::function<bool(const Cell&)>& is_finished);

}  // namespace ringside
