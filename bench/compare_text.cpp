// A comparison for a terminal and for a pull request.
#include <algorithm>

#include "bench/compare_format.h"
#include "bench/text_width.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Row = std::vector<std::string>;

Row row_of(const Comparison& made, const Unit* time_unit) {
  return {std::string(made.metric->name), value_words(made.baseline, *made.metric, time_unit),
          value_words(made.candidate, *made.metric, time_unit), ratio_words(made), verdict_words(made)};
}

// The lines of a cell stand together, in the order the cells came.
std::vector<std::pair<std::string, std::vector<Row>>> by_cell(const CompareReport& report, const Unit* time_unit) {
  std::vector<std::pair<std::string, std::vector<Row>>> cells;
  for (const Comparison& made : report.comparisons) {
    if (!worth_a_line(made)) continue;
    if (cells.empty() || cells.back().first != made.cell) cells.push_back({made.cell, {}});
    cells.back().second.push_back(row_of(made, time_unit));
  }
  return cells;
}

void list(std::string& text, std::string_view heading, const std::vector<std::string>& items, std::string_view bullet) {
  if (items.empty()) return;
  text += fmt::format("{}\n", heading);
  for (const std::string& item : items) text += fmt::format("{}{}\n", bullet, item);
  text += "\n";
}

std::vector<std::string> incomparable_lines(const CompareReport& report) {
  std::vector<std::string> lines;
  for (const Incomparable& one : report.incomparable)
    lines.push_back(fmt::format("{}: {}", one.cell, fmt::join(one.differences, "; ")));
  return lines;
}

void lists(std::string& text, const CompareReport& report, std::string_view mark, std::string_view bullet) {
  list(text, fmt::format("{0}missing in the candidate{0}", mark), report.missing, bullet);
  list(text, fmt::format("{0}not comparable{0} (--allow NAME compares all the same)", mark), incomparable_lines(report),
       bullet);
  list(text, fmt::format("{0}new in the candidate{0}", mark), report.added, bullet);
}

}  // namespace

std::string report_text(const CompareReport& report, const Unit* time_unit) {
  std::string text = fmt::format("baseline   {}\ncandidate  {}\n\n", report.baseline, report.candidate);
  const Row head{"", "baseline", "candidate", "ratio", ""};
  const auto cells = by_cell(report, time_unit);
  std::vector<int> columns;
  for (const std::string& word : head) columns.push_back(text_width(word));
  for (const auto& [cell, rows] : cells)
    for (const Row& row : rows)
      for (std::size_t i = 0; i < row.size(); ++i) columns[i] = std::max(columns[i], text_width(row[i]));
  const auto line = [&](const Row& row) {
    std::string made = "  " + left_aligned(row[0], columns[0]);
    for (std::size_t i = 1; i < row.size(); ++i)
      made += "   " + (i == row.size() - 1 ? row[i] : right_aligned(row[i], columns[i]));
    return without_trailing_spaces(made) + "\n";
  };
  if (!cells.empty()) text += line(head);
  for (const auto& [cell, rows] : cells) {
    text += cell + "\n";
    for (const Row& row : rows) text += line(row);
  }
  if (const std::string rest = rest_words(report); !rest.empty()) text += rest + "\n";
  text += "\n";
  lists(text, report, "", "  ");
  for (const std::string& note : report.notes) text += folded(note);
  for (const std::string& words : legend(report)) text += folded(words);
  return text + "\n" + conclusion(report) + "\n";
}

std::string report_markdown(const CompareReport& report, const Unit* time_unit) {
  std::string text =
      fmt::format("### {}\n\nBaseline {}, candidate {}.\n\n", conclusion(report), report.baseline, report.candidate);
  const auto cells = by_cell(report, time_unit);
  if (!cells.empty()) text += "| cell | metric | baseline | candidate | ratio | |\n|---|---|--:|--:|--:|---|\n";
  for (const auto& [cell, rows] : cells)
    for (const Row& row : rows) {
      const bool alarming = row.back().starts_with("worse") || row.back().starts_with("changed");
      text += fmt::format("| {} | `{}` | {} | {} | {} | {} |\n", cell, row[0], row[1], row[2], row[3],
                          alarming ? "**" + row[4] + "**" : row[4]);
    }
  if (const std::string rest = rest_words(report); !rest.empty()) text += "\n" + rest + "\n";
  text += "\n";
  lists(text, report, "**", "* ");
  for (const std::string& note : report.notes) text += note + "  \n";
  for (const std::string& words : legend(report)) text += words + "  \n";
  return text;
}

}  // namespace ringside
