// Tables for a paper.
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

}  // namespace

std::string latex_table(const Table& table) {
  std::string text = fmt::format("% {}\n\\begin{{tabular}}{{l", table_title(table));
  for (std::size_t i = 0; i < table.devices.size(); ++i) text += "rrr";
  text += "}\n\\hline\n";
  std::string second = "strategy";
  for (const int devices : table.devices) {
    text += fmt::format(" & \\multicolumn{{3}}{{c}}{{{}{}}}", devices_words(devices),
                        table.oversubscribed(devices) ? " (oversubscribed: no speed-up)" : "");
    second += " & speed-up & images/s & accuracy";
  }
  text += " \\\\\n" + second + " \\\\\n\\hline\n";
  for (const auto& strategy : table.strategies) {
    text += latex_text(strategy_words(strategy));
    for (const int devices : table.devices) {
      const TableCell* cell = table.cell(strategy, devices);
      text += cell ? fmt::format(" & {} {} & {} & {}", latex_text(speed_up_words(*cell)), latex_text(mark(*cell)),
                                 latex_text(rate_words(*cell)), latex_text(accuracy_words(*cell)))
                   : " & & &";
    }
    text += " \\\\\n";
  }
  text += "\\hline\n\\end{tabular}\n";
  for (const auto& fact : table_facts(table)) text += "% " + fact + "\n";
  for (const auto& note : table_notes(table)) text += "% " + note + "\n";
  for (const auto& note : published_notes(table)) text += "% " + note + "\n";
  return text;
}

}  // namespace ringside
