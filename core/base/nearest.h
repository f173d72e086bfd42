// Messages for a name that is not on the menu.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace ringside {

// The candidate with the smallest edit distance (Levenshtein; 0 if it begins with `name`), the first of equals; empty if
// there is none.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// `unknown strategy "ring"; did you mean "ring_delayed"? There are: single, ...`.
std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string_view> candidates);

// Throws bad_input with that message.
[[noreturn]] void fail_unknown(std::string_view what, std::string_view name,
                               std::span<const std::string_view> candidates);

}  // namespace ringside
