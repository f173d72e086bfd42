// Numbers of the command line, read strictly, and numbers for people, written without the locale.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringside {

// Throws bad_input (`--steps: expected a whole number from 1, found "1e3"`) for anything but digits in range.
std::int64_t parse_whole(std::string_view what, std::string_view text, std::int64_t least);

// "1,2,4": each as parse_whole.
std::vector<int> parse_wholes(std::string_view what, std::string_view text, std::int64_t least);

// A decimal number above 0.
double parse_positive(std::string_view what, std::string_view text);

// "a,b" -> a, b. Throws bad_input for an empty item.
std::vector<std::string> parse_list(std::string_view what, std::string_view text);

// 12345.6 -> "12,346".
std::string grouped(double value);

// Of seconds; to the nanosecond, for the clock gives no more.
double microseconds(double seconds);

}  // namespace ringside
