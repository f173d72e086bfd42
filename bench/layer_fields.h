// Reads one layer of a network file.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/json_fields.h"
#include "core/base/nearest.h"
#include "core/net/layer.h"

namespace ringside {

// `place` is `FILE: layer NUMBER`; the messages add the layer's name as soon as it is known.
std::pair<std::string, LayerKind> read_layer(const nlohmann::json& value, const std::string& place);

// A number that a float can hold.
float read_float(JsonFields& fields, std::string_view name);

// One of a few words. Throws bad_input with the nearest one.
template <class T>
T read_choice(JsonFields& fields, std::string_view name,
              std::initializer_list<std::pair<std::string_view, T>> choices) {
  const auto word = fields.get<std::string>(name);
  std::vector<std::string_view> words;
  for (const auto& [candidate, value] : choices) {
    if (candidate == word) return value;
    words.push_back(candidate);
  }
  fail("{}: {}", fields.place(name), unknown_name("value", word, words));
}

}  // namespace ringside
