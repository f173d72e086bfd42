// The trace event format: complete events ("X") in microseconds, and names for processes and threads ("M").
#include "bench/trace_file.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/graph/lane.h"
#include "core/graph/summary.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

Json name_event(const char* of, int process, Lane lane, const std::string& name) {
  return {{"name", of}, {"ph", "M"}, {"pid", process}, {"tid", static_cast<int>(lane)}, {"args", {{"name", name}}}};
}

double microseconds(double seconds) {
  return std::round(seconds * 1e9) / 1e3;
}

}  // namespace

TraceFile::TraceFile(const std::filesystem::path& path) : path_(path), file_(path) {
  check(file_.is_open(), "{}: cannot be written", path.string());
}

void TraceFile::add(const std::string& name, const StepGraph& graph, const Network& network, const Trace& trace) {
  for (int device = 0; device < graph.devices; ++device) {
    const int process = processes_ + device;
    events_.push_back(name_event("process_name", process, Lane::compute, fmt::format("{}: device {}", name, device)));
    events_.push_back(name_event("thread_name", process, Lane::compute, "compute"));
    events_.push_back(name_event("thread_name", process, Lane::transfer, "transfer"));
  }
  double start = 0;
  if (!trace.times.empty()) start = std::ranges::min_element(trace.times, {}, &TaskTime::begin_s)->begin_s;
  for (const TaskTime& time : trace.times) {
    const Op& op = graph.tasks[index(time.task)].op;
    events_.push_back({{"name", task_text(graph, network, time.task)},
                       {"ph", "X"},
                       {"ts", microseconds(time.begin_s - start)},
                       {"dur", microseconds(time.end_s - time.begin_s)},
                       {"pid", processes_ + static_cast<int>(device_of(graph, op))},
                       {"tid", static_cast<int>(lane_of(op))},
                       {"args", {{"step", time.step}, {"task", index(time.task)}}}});
  }
  processes_ += graph.devices;
}

void TraceFile::write() {
  file_ << Json({{"traceEvents", std::move(events_)}, {"displayTimeUnit", "ms"}}).dump() << '\n';
  file_.close();
  check(!file_.fail(), "{}: cannot be written", path_.string());
}

}  // namespace ringside
