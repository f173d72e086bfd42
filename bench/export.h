// Records in the formats of other tools.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record_file.h"

namespace ringside {

enum class ExportFormat {
  google_benchmark,  // what its --benchmark_out writes, an entry a repetition: for its tools/compare.py
  bencher,           // Bencher Metric Format, https://bencher.dev/docs/reference/bencher-metric-format/
  github_action      // customSmallerIsBetter of github-action-benchmark
};

// Throws bad_input with the nearest name.
ExportFormat parse_export_format(std::string_view name);

// Only records whose times count; `skipped` tells how many do not. Throws not_comparable if none does.
nlohmann::ordered_json exported(const std::vector<PlacedRecord>& records, ExportFormat format, int& skipped);

}  // namespace ringside
