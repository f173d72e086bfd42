// Tables for a terminal.
#include <algorithm>
#include <functional>

#include "bench/table_format.h"
#include "bench/table_words.h"
#include "core/base/error.h"

namespace ringside {
namespace {

// Characters on the screen: bytes that do not continue a UTF-8 character.
int width(std::string_view text) {
  return static_cast<int>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string left(const std::string& text, int columns) {
  return text + std::string(static_cast<std::size_t>(std::max(0, columns - width(text))), ' ');
}

std::string right(const std::string& text, int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns - width(text))), ' ') + text;
}

std::string trimmed(std::string line) {
  return line.erase(line.find_last_not_of(' ') + 1) + "\n";
}

using Words = std::function<std::string(const TableCell&)>;

// One quantity: a heading, then strategies down, devices across. Columns stand where they stand in the other blocks.
class TextBlocks {
 public:
  explicit TextBlocks(const Table& table) : table_(table) {
    for (const auto& strategy : table.strategies) names_ = std::max(names_, width(strategy_words(strategy)) + 2);
    names_ = std::max(names_, width("test accuracy"));
    for (const int devices : table.devices) {
      int& columns = columns_.emplace_back(width(devices_words(devices)));
      if (table.oversubscribed(devices)) columns = std::max(columns, width("oversubscribed:"));
      for (const auto& strategy : table.strategies)
        if (const TableCell* cell = table.cell(strategy, devices))
          columns = std::max(columns, width(speed_up_words(*cell) + " " + mark(*cell)));
    }
  }

  std::string block(const std::string& heading, const Words& words, bool is_speed_up) const {
    std::string line = left(heading, names_), second = left("", names_), third = second;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool crowded = is_speed_up && table_.oversubscribed(table_.devices[i]);
      line += gap + right(devices_words(table_.devices[i]), columns_[i]);
      second += gap + right(crowded ? "oversubscribed:" : "", columns_[i]);
      third += gap + right(crowded ? "no speed-up" : "", columns_[i]);
    }
    const bool published = is_speed_up && any_published_row(table_);
    if (published) line += gap + std::string("published");
    std::string text = trimmed(line);
    if (trimmed(second) != "\n") text += trimmed(second) + trimmed(third);
    for (const auto& strategy : table_.strategies) {
      line = left("  " + strategy_words(strategy), names_);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const TableCell* cell = table_.cell(strategy, table_.devices[i]);
        line += gap + right(cell ? words(*cell) : "", columns_[i]);
      }
      if (published) line += gap + published_words(table_, strategy);
      text += trimmed(line);
    }
    return text + "\n";
  }

 private:
  static constexpr const char* gap = "   ";
  const Table& table_;
  int names_ = 0;
  std::vector<int> columns_;
};

// A sentence in lines of at most 100 columns, those after the first indented.
std::string folded(std::string_view sentence) {
  constexpr int most = 100;
  std::string text, line;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find(' '), sentence.size());
    const std::string_view word = sentence.substr(0, end);
    if (!line.empty() && width(line) + 1 + width(word) > most) {
      text += line + "\n";
      line = "   ";
    }
    if (!line.empty()) line += ' ';
    line += word;
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return text + line + "\n";
}

bool any(const Table& table, const Words& words) {
  return std::ranges::any_of(table.cells, [&](const auto& entry) { return !words(entry.second).empty(); });
}

}  // namespace

std::string text_table(const Table& table) {
  const std::string title = table_title(table);
  std::string text = fmt::format("{}\n{}\n", title, std::string(static_cast<std::size_t>(width(title)), '='));
  for (const auto& fact : table_facts(table)) text += folded(fact);
  text += "\n";
  const TextBlocks blocks(table);
  text += blocks.block(
      "speed-up", [](const TableCell& cell) { return speed_up_words(cell) + " " + mark(cell); }, true);
  text += blocks.block("images/s", rate_words, false);
  if (any(table, accuracy_words)) text += blocks.block("test accuracy", accuracy_words, false);
  for (const auto& note : table_notes(table)) text += folded(note);
  for (const auto& note : published_notes(table)) text += folded(note);
  return text;
}

}  // namespace ringside
