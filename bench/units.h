// The units of everything that is compared: what a unit measures, how large it is, and which way is better.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace ringside {

enum class Dimension { time, size, count, rate, share };
enum class Better { lower, higher, neither };

struct Unit {
  std::string_view name;
  Dimension dimension;
  double scale;   // how many of the dimension's base unit: s, bytes, 1, images/s, 1
  Better better;  // unless a metric knows better: an accuracy and an error are both shares
};

std::span<const Unit> units();

// Throws bad_input with the nearest name.
const Unit& find_unit(std::string_view name);

// Throws bad_input unless both measure the same: seconds never become images/s.
double convert(double value, const Unit& from, const Unit& to);

// "12.10 ms", "1.72 MB", "8": a value in `unit`, written in the unit of the same dimension that leaves 1 to 999 before the
// point.
std::string quantity_words(double value, const Unit& unit);

// In `shown`: "0.0121 s".
std::string quantity_words(double value, const Unit& unit, const Unit& shown);

std::string_view name_of(Better better);

}  // namespace ringside
