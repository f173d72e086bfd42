// A check-up of the machine: what it is, how steady it is, what to do so that its times can be trusted.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/findings.h"
#include "bench/noise.h"

namespace ringside {

struct Checkup {
  Environment here;               // of the backend with the most devices
  std::vector<std::string> gpus;  // as their driver lists them
  Noise noise;
  std::vector<Finding> findings;  // warnings first
};

// Takes two seconds.
Checkup check_up();

// Of what was measured: a machine that is not steady, busy, or whose cores slow each other down.
std::vector<Finding> findings(const Noise& noise, int cores);

std::string doctor_text(const Checkup& checkup);
nlohmann::ordered_json doctor_json(const Checkup& checkup);

}  // namespace ringside
