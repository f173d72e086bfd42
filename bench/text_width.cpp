// Widths and line breaks.
#include "bench/text_width.h"

#include <algorithm>

namespace ringside {

int text_width(std::string_view text) {
  return static_cast<int>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string left_aligned(const std::string& text, int columns) {
  return text + std::string(static_cast<std::size_t>(std::max(0, columns - text_width(text))), ' ');
}

std::string right_aligned(const std::string& text, int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns - text_width(text))), ' ') + text;
}

std::string without_trailing_spaces(std::string line) {
  return line.erase(line.find_last_not_of(' ') + 1);
}

std::string folded(std::string_view sentence) {
  constexpr int most = 100;
  std::string text, line;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find(' '), sentence.size());
    const std::string_view word = sentence.substr(0, end);
    if (!line.empty() && text_width(line) + 1 + text_width(word) > most) {
      text += line + "\n";
      line = "   ";
    }
    if (!line.empty()) line += ' ';
    line += word;
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return text + line + "\n";
}

}  // namespace ringside
