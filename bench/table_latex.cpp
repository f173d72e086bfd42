// Tables for a paper.
#include <functional>

#include "bench/table_format.h"
#include "bench/table_words.h"
#include "core/base/error.h"

namespace ringside {
namespace {

std::string latex_text(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "\u2713") == 0) {
      escaped += "\\checkmark";
      i += 2;
    } else if (text.compare(i, 3, "\u2717") == 0) {
      escaped += "$\\times$";
      i += 2;
    } else if (std::string_view("_%&#${}").find(text[i]) != std::string_view::npos) {
      escaped += std::string("\\") + text[i];
    } else {
      escaped += text[i];
    }
  }
  return escaped;
}

// What a number of devices has columns of: a heading, and the words of a cell.
struct Column {
  std::string heading;
  std::function<std::string(const TableCell&)> words;
};

std::vector<Column> columns(const Table& table) {
  std::vector<Column> all{
      {"speed-up", [](const TableCell& cell) { return speed_up_words(cell) + " " + mark(cell); }},
      {"efficiency", efficiency_words},
      {"images/s", rate_words},
      {"accuracy", accuracy_words},
      {time_to_accuracy_heading(table), [&](const TableCell& cell) { return time_to_accuracy_words(table, cell); }}};
  std::erase_if(all, [](const Column& column) { return column.heading.empty(); });
  return all;
}

}  // namespace

std::string latex_table(const Table& table) {
  const std::vector<Column> each = columns(table);
  const bool published = any_published_row(table);
  std::string text = fmt::format("% {}\n\\begin{{tabular}}{{l{}{}}}\n\\hline\n", table_title(table),
                                 std::string(table.devices.size() * each.size(), 'r'), published ? "l" : "");
  std::string second = "strategy";
  for (const int devices : table.devices) {
    text += fmt::format(" & \\multicolumn{{{}}}{{c}}{{{}{}}}", each.size(), devices_words(devices),
                        table.oversubscribed(devices) ? " (oversubscribed: no speed-up)" : "");
    for (const Column& column : each) second += " & " + latex_text(column.heading);
  }
  if (published) {
    text += " &";
    second += " & published";
  }
  text += " \\\\\n" + second + " \\\\\n\\hline\n";
  for (const auto& strategy : table.strategies) {
    text += latex_text(strategy_words(strategy));
    for (const int devices : table.devices) {
      const TableCell* cell = table.cell(strategy, devices);
      for (const Column& column : each) text += " & " + (cell ? latex_text(column.words(*cell)) : "");
    }
    if (published) text += " & " + latex_text(published_words(table, strategy));
    text += " \\\\\n";
  }
  text += "\\hline\n\\end{tabular}\n";
  for (const auto& fact : table_facts(table)) text += "% " + fact + "\n";
  for (const auto& note : table_notes(table)) text += "% " + note + "\n";
  for (const auto& note : published_notes(table)) text += "% " + note + "\n";
  return text;
}

}  // namespace ringside
