// Where a run takes place: the facts a record's reader needs to judge it. Never the process environment, a host or user name.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "bench/host.h"
#include "core/backend/registry.h"

namespace ringside {

struct Environment {
  std::string cpu, os;
  int cores = 0;  // this process may use
  std::int64_t memory_bytes = 0;
  std::optional<std::int64_t> available_memory_bytes;
  std::map<std::string, std::string> libraries;  // name -> version
  std::string backend_details;
  int physical_devices = 0;
  // How many times as long eight times the work takes, by the clock that times steps; see timer_check.h. `observe` does not try.
  std::optional<double> eightfold_time;
  Host host;
};

// Machines of one class may be compared: processor, number of cores and architecture, as a name for a file
// ("intel-r-xeon-r-processor-2-cores-x86_64"). Only of what stays the same when the system is updated or started again.
std::string machine_class(const Environment& here);

Environment observe(const Backend& backend);

// "2025-01-31T12:00:00Z"
std::string utc_now();

// Built without optimisation, or with a sanitizer: its times mean nothing.
bool is_slow_build();

}  // namespace ringside
