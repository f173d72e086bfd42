// Text in columns on a terminal.
#pragma once
#include <string>
#include <string_view>

namespace ringside {

// Characters on the screen: bytes that do not continue a UTF-8 character.
int text_width(std::string_view text);

std::string left_aligned(const std::string& text, int columns);
std::string right_aligned(const std::string& text, int columns);
std::string without_trailing_spaces(std::string line);

// A sentence in lines of at most 100 columns, those after the first indented.
std::string folded(std::string_view sentence);

}  // namespace ringside
