// JSON as a file that people read.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace ringside {

// Two spaces of indent; what fits into a line stands on one. Ends with a newline.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace ringside
