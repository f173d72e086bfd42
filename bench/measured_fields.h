// The tables that calibration has measured, in a machine's file.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "core/sim/machine.h"

namespace ringside {

// Reads the field "measured" of a device. Throws bad_input naming `place`, field, value and what was expected.
void read_measured(const nlohmann::json& value, const std::string& place, DeviceProfile& device);

// One entry each of the tables in that field; `spread` is relative.
nlohmann::ordered_json call_json(const MeasuredCall& call, double spread);
nlohmann::ordered_json move_json(const MeasuredMove& move, double spread);

}  // namespace ringside
