// The trace event format: complete events ("X") in microseconds, names for processes and threads ("M"), and arrows ("s" to "f").
#include "bench/trace_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <utility>

#include "bench/numbers.h"
#include "core/base/error.h"
#include "core/graph/lane.h"
#include "core/graph/summary.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

Json name_event(const char* of, int process, Lane lane, const std::string& name) {
  return {{"name", of}, {"ph", "M"}, {"pid", process}, {"tid", static_cast<int>(lane)}, {"args", {{"name", name}}}};
}

// Of rounded times, so that what does not overlap does not overlap after it.
double length(double begin_us, double end_us) {
  return std::round((end_us - begin_us) * 1e3) / 1e3;
}

// A transfer and the first task that had waited for it on the device it went to.
struct Arrow {
  TaskTime from, to;
};

std::optional<DeviceId> target_of(const StepGraph& graph, const Op& op) {
  const auto* transfer = std::get_if<Transfer>(&op);
  if (transfer == nullptr) return std::nullopt;
  const DeviceId from = graph.buffers[index(transfer->from.buffer)].device;
  const DeviceId to = graph.buffers[index(transfer->to.buffer)].device;
  return from == host || to == host || from == to ? std::nullopt : std::optional(to);
}

// Of the transfers between devices whose receiver is in the trace too; those of the last steps need not be.
std::vector<Arrow> arrows(const StepGraph& graph, const Trace& trace) {
  using Instance = std::pair<int, std::int64_t>;  // task, step
  std::map<Instance, TaskTime> transfers;
  for (const TaskTime& time : trace.times)
    if (target_of(graph, graph.tasks[index(time.task)].op))
      transfers.emplace(Instance{index(time.task), time.step}, time);
  std::map<Instance, Arrow> found;
  for (const TaskTime& time : trace.times) {
    for (const Edge& edge : graph.after(time.task)) {
      const Instance instance{index(edge.from), time.step - edge.lag};
      const auto transfer = transfers.find(instance);
      if (transfer == transfers.end()) continue;
      if (target_of(graph, graph.tasks[index(edge.from)].op) != device_of(graph, graph.tasks[index(time.task)].op))
        continue;
      const auto [arrow, added] = found.emplace(instance, Arrow{transfer->second, time});
      if (!added && time.begin_s < arrow->second.to.begin_s) arrow->second.to = time;
    }
  }
  std::vector<Arrow> result;
  for (const auto& [instance, arrow] : found) result.push_back(arrow);
  return result;
}

}  // namespace

TraceFile::TraceFile(std::filesystem::path path) : path_(std::move(path)) {
  write();
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
  const auto place = [&](Json event, const TaskTime& time) {
    const Op& op = graph.tasks[index(time.task)].op;
    event["ts"] = microseconds(time.begin_s - start);
    event["pid"] = processes_ + static_cast<int>(device_of(graph, op));
    event["tid"] = static_cast<int>(lane_of(op));
    return event;
  };
  for (const TaskTime& time : trace.times)
    events_.push_back(place({{"name", task_text(graph, network, time.task)},
                             {"ph", "X"},
                             {"dur", length(microseconds(time.begin_s - start), microseconds(time.end_s - start))},
                             {"args", {{"step", time.step}, {"task", index(time.task)}}}},
                            time));
  for (const Arrow& arrow : arrows(graph, trace)) {
    const Json both = {{"name", "transfer"}, {"cat", "transfer"}, {"id", ++arrows_}};
    Json begin = both;
    begin["ph"] = "s";
    Json end = both;
    end["ph"] = "f";
    end["bp"] = "e";  // to the task that encloses its time, not to the next one
    events_.push_back(place(std::move(begin), arrow.from));
    events_.push_back(place(std::move(end), arrow.to));
  }
  processes_ += graph.devices;
}

void TraceFile::write() const {
  std::ofstream file(path_);
  file << Json({{"traceEvents", events_}, {"displayTimeUnit", "ms"}}).dump() << '\n';
  file.close();
  check(!file.fail(), "{}: cannot be written", path_.string());
}

}  // namespace ringside
