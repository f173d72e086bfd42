// The record of a cell: one line of strict JSON. results/README.md describes it field by field, results/schema.json holds it to that.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "bench/environment.h"
#include "bench/trial.h"
#include "bench/warnings.h"

namespace ringside {

inline constexpr int schema_version = 1;

// What all records of one run share.
struct RunContext {
  std::string run;  // names the run: records of one run were measured interleaved
  Environment here;
};

// `base` is the trial of the same scaling's baseline, or null.
nlohmann::ordered_json make_record(const Trial& trial, const Trial* base, const Dataset& data,
                                   const RunContext& context);

}  // namespace ringside
