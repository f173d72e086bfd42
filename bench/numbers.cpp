// Strict numbers.
#include "bench/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace ringside {

std::int64_t parse_whole(std::string_view what, std::string_view text, std::int64_t least) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  check(error == std::errc() && end == text.data() + text.size() && value >= least,
        "{}: expected a whole number from {}, found \"{}\"", what, least, text);
  return value;
}

double parse_positive(std::string_view what, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  check(error == std::errc() && end == text.data() + text.size() && std::isfinite(value) && value > 0,
        "{}: expected a number above 0, found \"{}\"", what, text);
  return value;
}

std::vector<std::string> parse_list(std::string_view what, std::string_view text) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    check(end > begin, "{}: expected names or numbers with commas between them, found \"{}\"", what, text);
    items.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

std::string grouped(double value) {
  const std::string digits = fmt::format("{:.0f}", value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool group_begins = i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0;
    if (group_begins) text += ',';
    text += digits[i];
  }
  return text;
}

std::vector<int> parse_wholes(std::string_view what, std::string_view text, std::int64_t least) {
  std::vector<int> numbers;
  for (const std::string& item : parse_list(what, text))
    numbers.push_back(static_cast<int>(parse_whole(what, item, least)));
  return numbers;
}

double microseconds(double seconds) {
  return std::round(seconds * 1e9) / 1e3;
}

}  // namespace ringside
