// Tables for a README.
#include "bench/table_format.h"
#include "bench/table_words.h"
#include "core/base/error.h"

namespace ringside {

std::string markdown_table(const Table& table) {
  std::string text = fmt::format("### {}\n\n", table_title(table));
  for (const auto& fact : table_facts(table)) text += fact + "  \n";
  text += "\n| strategy |";
  std::string rule = "|---|";
  for (const int devices : table.devices) {
    text += fmt::format(" {}{} |", devices_words(devices),
                        table.oversubscribed(devices) ? "<br>(oversubscribed: no speed-up)" : "");
    rule += "--:|";
  }
  const bool published = any_published_row(table);
  text += (published ? " published |\n" + rule + "---|\n" : "\n" + rule + "\n");
  for (const auto& strategy : table.strategies) {
    text += fmt::format("| {} |", strategy_words(strategy));
    for (const int devices : table.devices) {
      const TableCell* cell = table.cell(strategy, devices);
      if (!cell) {
        text += " |";
        continue;
      }
      std::vector<std::string> parts;
      const std::string efficiency = efficiency_words(*cell);
      if (const auto words = speed_up_words(*cell); !words.empty())
        parts.push_back("**" + words + "**" + (efficiency.empty() ? "" : ", " + efficiency));
      if (const auto words = rate_words(*cell); !words.empty()) parts.push_back(words + " img/s");
      if (const auto words = accuracy_words(*cell); !words.empty()) parts.push_back(words);
      if (const auto words = time_to_accuracy_words(table, *cell); !words.empty())
        parts.push_back(fmt::format("{}: {}", time_to_accuracy_heading(table), words));
      text += fmt::format(" {} {} |", fmt::join(parts, "<br>"), mark(*cell));
    }
    const std::string others = published_words(table, strategy);
    text += !published ? "\n" : others.empty() ? " |\n" : " " + others + " |\n";
  }
  text += "\n";
  for (const auto& note : table_notes(table)) text += note + "  \n";
  for (const auto& note : published_notes(table)) text += note + "  \n";
  return text;
}

}  // namespace ringside
