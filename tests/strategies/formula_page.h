// The tables of strategies/README.md.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "strategies/strategy.h"
#include "tests/strategies/formula.h"

namespace ringside {

// First cell of a row, without its backticks → the others. Backticks are kept in none of them.
using Rows = std::map<std::string, std::vector<std::string>>;

// The table whose head is these cells, "strategy | means | delay" say. Throws std::runtime_error if there is none.
Rows table_of_formula_page(std::string_view head);

// What the page's symbols stand for, those worked out from others included.
Symbols symbols_of(const StepSpec& spec);

}  // namespace ringside
