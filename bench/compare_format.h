// A comparison as text, Markdown and JSON.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "bench/compare.h"

namespace ringside {

enum class CompareFormat { text, markdown, json };

// Throws bad_input with the nearest name.
CompareFormat parse_compare_format(std::string_view name);

// Times in `time_unit`, if given. JSON: always in the metric's own unit, which stands beside it.
std::string format_report(const CompareReport& report, CompareFormat format, const Unit* time_unit);

std::string report_text(const CompareReport& report, const Unit* time_unit);
std::string report_markdown(const CompareReport& report, const Unit* time_unit);
std::string report_json(const CompareReport& report);

// "1.087 [1.081, 1.094]", "1e+06"; the reason where there is none.
std::string ratio_words(const Comparison& made);

// "12.10 ms"
std::string value_words(const std::optional<double>& value, const Metric& metric, const Unit* time_unit);

// "worse: over 5 %", "same", "changed".
std::string verdict_words(const Comparison& made);

// One sentence: what the exit code says.
std::string conclusion(const CompareReport& report);

// What the numbers mean.
std::vector<std::string> legend(const CompareReport& report);

// Noisy ones, and every other one that is not the same.
bool worth_a_line(const Comparison& made);

// "48 other metrics of 6 cells are the same." Empty if there are none.
std::string rest_words(const CompareReport& report);

}  // namespace ringside
