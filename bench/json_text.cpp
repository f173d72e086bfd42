// Lines of at most so many columns.
#include "bench/json_text.h"

#include "core/base/error.h"

namespace ringside {
namespace {

constexpr std::size_t columns = 120;

void print(const nlohmann::ordered_json& value, std::size_t indent, std::size_t taken, std::string& text) {
  const std::string line = value.dump();
  if (!value.is_structured() || value.empty() || indent + taken + line.size() <= columns) {
    text += line;
    return;
  }
  const std::string inner(indent + 2, ' ');
  text += value.is_object() ? "{" : "[";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    text += fmt::format("{}\n{}", first ? "" : ",", inner);
    first = false;
    const std::string name = value.is_object() ? nlohmann::ordered_json(key).dump() + ": " : "";
    text += name;
    print(item, indent + 2, name.size(), text);
  }
  text += fmt::format("\n{}{}", std::string(indent, ' '), value.is_object() ? "}" : "]");
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& value) {
  std::string text;
  print(value, 0, 0, text);
  return text + "\n";
}

}  // namespace ringside
