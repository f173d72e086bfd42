// The table of units.
#include "bench/units.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/numbers.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

constexpr std::array<Unit, 14> all{{{"s", Dimension::time, 1, Better::lower},
                                    {"ms", Dimension::time, 1e-3, Better::lower},
                                    {"us", Dimension::time, 1e-6, Better::lower},
                                    {"ns", Dimension::time, 1e-9, Better::lower},
                                    {"GB", Dimension::size, 1e9, Better::lower},
                                    {"MB", Dimension::size, 1e6, Better::lower},
                                    {"kB", Dimension::size, 1e3, Better::lower},
                                    {"bytes", Dimension::size, 1, Better::lower},
                                    {"messages", Dimension::count, 1, Better::lower},
                                    {"parameters", Dimension::count, 1, Better::neither},
                                    {"images/s", Dimension::rate, 1, Better::higher},
                                    {"1", Dimension::share, 1, Better::neither},
                                    {"%", Dimension::share, 0.01, Better::neither},
                                    {"steps", Dimension::count, 1, Better::neither}}};

// Three or four significant digits; whole numbers whole.
std::string digits(double value) {
  const double size = std::abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return fmt::format("{:.3g}", value);
  if (value == std::round(value)) return grouped(value);
  return size >= 100 ? fmt::format("{:.0f}", value)
         : size >= 1 ? fmt::format("{:.2f}", value)
                     : fmt::format("{:.4f}", value);
}

// Times and sizes alone have larger and smaller units.
const Unit& handy(double value, const Unit& unit) {
  if (unit.dimension != Dimension::time && unit.dimension != Dimension::size) return unit;
  const double base = std::abs(value) * unit.scale;
  const Unit* smallest = &unit;
  for (const Unit& other : all) {  // from the largest down
    if (other.dimension != unit.dimension) continue;
    if (base >= other.scale) return other;
    smallest = &other;
  }
  return base > 0 ? *smallest : unit;
}

}  // namespace

std::span<const Unit> units() {
  return all;
}

const Unit& find_unit(std::string_view name) {
  const auto* found = std::ranges::find(all, name, &Unit::name);
  if (found != all.end()) return *found;
  std::array<std::string_view, all.size()> names;
  std::ranges::transform(all, names.begin(), &Unit::name);
  fail_unknown("unit", name, names);
}

double convert(double value, const Unit& from, const Unit& to) {
  const bool same = from.dimension == to.dimension && (from.dimension != Dimension::count || from.name == to.name);
  check(same, "{} cannot be given in {}", from.name, to.name);
  return value * (from.scale / to.scale);
}

std::string quantity_words(double value, const Unit& unit, const Unit& shown) {
  const std::string number = digits(convert(value, unit, shown));
  return shown.name == "1" ? number : fmt::format("{} {}", number, shown.name);
}

std::string quantity_words(double value, const Unit& unit) {
  return quantity_words(value, unit, handy(value, unit));
}

std::string_view name_of(Better better) {
  return better == Better::lower ? "lower" : better == Better::higher ? "higher" : "neither";
}

}  // namespace ringside
