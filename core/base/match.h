// match(variant, lambda...): one lambda per alternative; the compiler names the one that is missing.
#pragma once
#include <utility>
#include <variant>

namespace ringside {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

template <class Variant, class... Fs>
decltype(auto) match(Variant&& variant, Fs&&... fs) {
  return std::visit(Overloaded<std::decay_t<Fs>...>{std::forward<Fs>(fs)...}, std::forward<Variant>(variant));
}

}  // namespace ringside
