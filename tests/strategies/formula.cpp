// A recursive-descent reader of formulas.
#include "tests/strategies/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace ringside {
namespace {

class Reader {
 public:
  Reader(std::string_view formula, const Symbols& symbols) : formula_(formula), rest_(formula), symbols_(symbols) {}

  double read_all() {
    const double value = sum();
    if (!rest_.empty()) complain("does not end here");
    return value;
  }

 private:
  [[noreturn]] void complain(std::string_view what) const {
    throw std::invalid_argument(fmt::format("formula \"{}\", before \"{}\": {}", formula_, rest_, what));
  }

  bool at(char c) const { return !rest_.empty() && rest_.front() == c; }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  double sum() {
    double value = product();
    while (at('+') || at('-')) value += take("+") ? product() : (take("-"), -product());
    return value;
  }

  double product() {
    double value = factor();
    while (!rest_.empty() && !at('+') && !at('-') && !at(')') && !at(',')) {
      if (take("/")) {
        value /= factor();
      } else {
        take("*");  // or side by side
        value *= factor();
      }
    }
    return value;
  }

  double factor() {
    if (take("(")) return inner(1).front();
    if (take("lg(")) return std::ceil(std::log2(inner(1).front()));
    if (take("ceil(")) return std::ceil(inner(1).front());
    if (take("floor(")) return std::floor(inner(1).front());
    if (take("max(")) return std::ranges::max(inner(2));
    if (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') return number();
    return symbol();
  }

  // So many values, with commas between them and a bracket behind.
  std::vector<double> inner(std::size_t count) {
    std::vector<double> values{sum()};
    while (take(",")) values.push_back(sum());
    if (!take(")")) complain("expected a closing bracket");
    if (values.size() != count) complain(fmt::format("expected {} values", count));
    return values;
  }

  double number() {
    const std::size_t size = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
    const double value = std::stod(std::string(rest_.substr(0, size)));
    rest_.remove_prefix(size);
    return value;
  }

  double symbol() {
    std::size_t size = 1;  // of a letter in UTF-8
    while (size < rest_.size() && (static_cast<unsigned char>(rest_[size]) & 0xC0) == 0x80) ++size;
    const auto found = symbols_.find(std::string(rest_.substr(0, size)));
    if (found == symbols_.end()) complain("no such symbol");
    rest_.remove_prefix(size);
    return found->second;
  }

  std::string_view formula_, rest_;
  const Symbols& symbols_;
};

}  // namespace

double evaluate(std::string_view formula, const Symbols& symbols) {
  return Reader(formula, symbols).read_all();
}

}  // namespace ringside
