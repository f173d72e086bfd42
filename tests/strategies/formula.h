// Formulas as people write them: "2(N-1)n/N", "ceil(B/N)", "lg(N)(α+nβ)".
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace ringside {

using Symbols = std::map<std::string, double>;

// Works a formula out. A symbol is one letter, of whatever alphabet; factors may stand side by side. Knows + - * / ( )
// and lg (to base 2, rounded up), ceil, floor, max. Throws std::invalid_argument for what it does not understand.
double evaluate(std::string_view formula, const Symbols& symbols);

}  // namespace ringside
