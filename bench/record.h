// The record of a cell: one line of strict JSON. results/README.md describes it field by field, results/schema.json holds it to that.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "bench/environment.h"
#include "bench/record_source.h"

namespace ringside {

inline constexpr int schema_version = 1;

// What all records of one run share.
struct Circumstances {
  std::string run;  // names the run: records of one run were measured interleaved
  Environment here;
};

// What is known of a record before the work is done, but for shards and delay: see work_key in bench/resume.h.
nlohmann::json make_identity(const RecordSource& source);

// The part of a record's context that is the same for all records made here with this program.
nlohmann::json make_where(const Environment& here);

// Room that a cell's record takes on the disk, at most.
std::int64_t record_bytes(const Cell& cell);

nlohmann::ordered_json make_record(const RecordSource& source, const Circumstances& circumstances);

}  // namespace ringside
