// Task times in the format that chrome://tracing and ui.perfetto.dev open: one process a device, one thread a lane.
#pragma once
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/graph/trace.h"

namespace ringside {

class TraceFile {
 public:
  // Opens at once. Throws bad_input if it cannot.
  explicit TraceFile(const std::filesystem::path& path);

  // The last steps of one cell. Every trace begins at time 0, so that cells lie under one another.
  void add(const std::string& name, const StepGraph& graph, const Network& network, const Trace& trace);

  // Requires: called once, at the end.
  void write();

 private:
  std::filesystem::path path_;
  std::ofstream file_;
  nlohmann::ordered_json events_ = nlohmann::ordered_json::array();
  int processes_ = 0;
};

}  // namespace ringside
