// Strict reading of JSON: see the header.
#include "bench/json_fields.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <type_traits>

#include "core/base/nearest.h"

namespace ringside {
namespace {

using nlohmann::json;

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

template <class T>
std::string_view expected() {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "a whole number, 0 or more";
  if constexpr (std::is_integral_v<T>) return "a whole number";
  if constexpr (std::is_same_v<T, double>) return "a number";
  return "text";
}

// An integer written as an integer, in range: never a rounded, wrapped or truncated one.
template <class T>
bool fits(const json& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value.is_boolean();
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  } else if constexpr (std::is_integral_v<T>) {
    if (value.is_number_unsigned())
      return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    return value.is_number_integer() && value.get<std::int64_t>() >= std::numeric_limits<T>::min();
  } else if constexpr (std::is_same_v<T, double>) {
    return value.is_number() && std::isfinite(value.get<double>());
  } else {
    return value.is_string();
  }
}

// Notes the fields of every object that is open, and complains about one that comes twice.
struct DuplicateCheck {
  const std::string& place;
  std::vector<std::set<std::string>> open = {};

  bool operator()(int, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open.emplace_back();
    if (event == json::parse_event_t::object_end) open.pop_back();
    if (event == json::parse_event_t::key) {
      const auto name = parsed.get<std::string>();
      check(open.back().insert(name).second, "{}: field \"{}\" is given twice", place, name);
    }
    return true;
  }
};

}  // namespace

json parse_json(std::string_view text, const std::string& place) {
  try {
    return json::parse(text, DuplicateCheck{place});
  } catch (const json::exception& error) {
    // The library's message without its own error number: "parse error at line 1, column 5: ...".
    std::string words = error.what();
    if (const auto end = words.find("] "); end != std::string::npos) words.erase(0, end + 2);
    fail("{}: not JSON: {}", place, words);
  }
}

json read_json_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  check(file.is_open(), "{}: cannot be read: no such file, or no right to read it", path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return parse_json(text.str(), path.string());
}

std::string json_words(const json& value) {
  switch (value.type()) {
    case json::value_t::null:
      return "null";
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "a list";
    case json::value_t::string:
      return "text " + value.dump();
    case json::value_t::boolean:
      return value.dump();
    default:
      return "number " + value.dump();
  }
}

JsonFields::JsonFields(const json& object, std::string place) : object_(object), place_(std::move(place)) {
  check(object_.is_object(), "{}: expected an object {{...}}, found {}", place_, json_words(object_));
}

const json* JsonFields::find(std::string_view name) {
  known_.emplace_back(name);
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const json& JsonFields::at(std::string_view name) {
  const json* value = find(name);
  check(value != nullptr, "{}: needs \"{}\"", place_, name);
  return *value;
}

void JsonFields::done() const {
  for (const auto& [name, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::vector<std::string_view> names(known_.begin(), known_.end());
    fail("{}: unknown field \"{}\"; did you mean \"{}\"? There are: {}", place_, name, nearest(name, names),
         fmt::join(names, ", "));
  }
}

std::string JsonFields::place(std::string_view name) const {
  return fmt::format("{}: \"{}\"", place_, name);
}

template <class T>
T JsonFields::convert(const json& value, const std::string& place) {
  if constexpr (is_list<T>) {
    check(value.is_array(), "{}: expected a list, each {}, found {}", place, expected<typename T::value_type>(),
          json_words(value));
    T list;
    for (std::size_t i = 0; i < value.size(); ++i)
      list.push_back(convert<typename T::value_type>(value[i], fmt::format("{}[{}]", place, i)));
    return list;
  } else {
    check(fits<T>(value), "{}: expected {}, found {}", place, expected<T>(), json_words(value));
    return value.get<T>();
  }
}

#define RINGSIDE_INSTANTIATE(T)                                       \
  template T JsonFields::convert<T>(const json&, const std::string&); \
  template std::vector<T> JsonFields::convert<std::vector<T>>(const json&, const std::string&);
RINGSIDE_INSTANTIATE(bool)
RINGSIDE_INSTANTIATE(int)
RINGSIDE_INSTANTIATE(std::int64_t)
RINGSIDE_INSTANTIATE(std::uint64_t)
RINGSIDE_INSTANTIATE(double)
RINGSIDE_INSTANTIATE(std::string)
#undef RINGSIDE_INSTANTIATE

}  // namespace ringside
