// Tables for a terminal.
#include <algorithm>
#include <functional>

#include "bench/table_format.h"
#include "bench/table_words.h"
#include "bench/text_width.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Words = std::function<std::string(const TableCell&)>;

// One quantity: a heading, then strategies down, devices across. Columns stand where they stand in the other blocks.
class TextBlocks {
 public:
  explicit TextBlocks(const Table& table) : table_(table) {
    for (const auto& strategy : table.strategies) names_ = std::max(names_, text_width(strategy_words(strategy)) + 2);
    names_ = std::max(names_, text_width("test accuracy"));
    for (const int devices : table.devices) {
      int& columns = columns_.emplace_back(text_width(devices_words(devices)));
      if (table.oversubscribed(devices)) columns = std::max(columns, text_width("oversubscribed:"));
      for (const auto& strategy : table.strategies)
        if (const TableCell* cell = table.cell(strategy, devices))
          columns = std::max(columns, text_width(speed_up_words(*cell) + " " + mark(*cell)));
    }
  }

  std::string block(const std::string& heading, const Words& words, bool is_speed_up) const {
    std::string line = left_aligned(heading, names_), second = left_aligned("", names_), third = second;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool crowded = is_speed_up && table_.oversubscribed(table_.devices[i]);
      line += gap + right_aligned(devices_words(table_.devices[i]), columns_[i]);
      second += gap + right_aligned(crowded ? "oversubscribed:" : "", columns_[i]);
      third += gap + right_aligned(crowded ? "no speed-up" : "", columns_[i]);
    }
    const bool published = is_speed_up && any_published_row(table_);
    if (published) line += gap + std::string("published");
    std::string text = without_trailing_spaces(line) + "\n";
    if (!without_trailing_spaces(second).empty())
      text += without_trailing_spaces(second) + "\n" + without_trailing_spaces(third) + "\n";
    for (const auto& strategy : table_.strategies) {
      line = left_aligned("  " + strategy_words(strategy), names_);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const TableCell* cell = table_.cell(strategy, table_.devices[i]);
        line += gap + right_aligned(cell ? words(*cell) : "", columns_[i]);
      }
      if (published) line += gap + published_words(table_, strategy);
      text += without_trailing_spaces(line) + "\n";
    }
    return text + "\n";
  }

 private:
  static constexpr const char* gap = "   ";
  const Table& table_;
  int names_ = 0;
  std::vector<int> columns_;
};

bool any(const Table& table, const Words& words) {
  return std::ranges::any_of(table.cells, [&](const auto& entry) { return !words(entry.second).empty(); });
}

}  // namespace

std::string text_table(const Table& table) {
  const std::string title = table_title(table);
  std::string text = fmt::format("{}\n{}\n", title, std::string(static_cast<std::size_t>(text_width(title)), '='));
  for (const auto& fact : table_facts(table)) text += folded(fact);
  text += "\n";
  const TextBlocks blocks(table);
  text += blocks.block(
      "speed-up", [](const TableCell& cell) { return speed_up_words(cell) + " " + mark(cell); }, true);
  const auto add_block = [&](const std::string& heading, const Words& words) {
    if (any(table, words)) text += blocks.block(heading, words, false);
  };
  add_block("efficiency", efficiency_words);
  text += blocks.block("images/s", rate_words, false);
  add_block("test accuracy", accuracy_words);
  add_block(time_to_accuracy_heading(table),
            [&](const TableCell& cell) { return time_to_accuracy_words(table, cell); });
  for (const auto& note : table_notes(table)) text += folded(note);
  for (const auto& note : published_notes(table)) text += folded(note);
  return text;
}

}  // namespace ringside
