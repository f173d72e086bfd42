// Reads JSON strictly: a syntax error, a field given twice, a wrong type or a field nobody asked for is bad_input that
// names the file, the field and what was expected.
#pragma once
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace ringside {

// `place` stands at the head of every message: a file, or file:line.
nlohmann::json parse_json(std::string_view text, const std::string& place);
nlohmann::json read_json_file(const std::filesystem::path& path);

// What a value is, in words for a message: `text "abc"`, `number 1.5`, `a list`.
std::string json_words(const nlohmann::json& value);

// The fields of one object. Every field read becomes a known one; done() refuses all others.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string place);

  // The field, or null if it is missing (or is null).
  const nlohmann::json* find(std::string_view name);

  // The field; bad_input if it is missing.
  const nlohmann::json& at(std::string_view name);

  // Types: bool, int, std::int64_t, std::uint64_t, double, std::string, and std::vector of them.
  template <class T>
  T get(std::string_view name) {
    return convert<T>(at(name), place(name));
  }
  template <class T>
  T get_or(std::string_view name, T fallback) {
    const nlohmann::json* value = find(name);
    return value ? convert<T>(*value, place(name)) : fallback;
  }

  // Requires: every field there is to read has been read or looked for.
  void done() const;

  // `FILE: "field"`, for messages about a field's value.
  std::string place(std::string_view name) const;

 private:
  template <class T>
  static T convert(const nlohmann::json& value, const std::string& place);

  const nlohmann::json& object_;
  std::string place_;
  std::vector<std::string> known_;
};

}  // namespace ringside
