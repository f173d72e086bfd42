// Task times in the format that chrome://tracing and ui.perfetto.dev open: one process a device, one thread a lane, an arrow for
// every transfer between two devices.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/graph/trace.h"

namespace ringside {

class TraceFile {
 public:
  // Writes a trace without events at once: whatever becomes of the run, a viewer can open the file. Throws bad_input if
  // it cannot.
  explicit TraceFile(std::filesystem::path path);

  // The last steps of one cell. Every trace begins at time 0, so that cells lie under one another.
  void add(const std::string& name, const StepGraph& graph, const Network& network, const Trace& trace);

  // Throws bad_input if it cannot.
  void write() const;

 private:
  std::filesystem::path path_;
  nlohmann::ordered_json events_ = nlohmann::ordered_json::array();
  int processes_ = 0;
  int arrows_ = 0;
};

}  // namespace ringside
