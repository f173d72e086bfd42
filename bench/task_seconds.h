// What a trace of real steps says of single tasks.
#pragma once
#include <vector>

#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

// How long each task took: its median over the trace's steps, the short way from the task before it in its lane included.
std::vector<double> task_seconds(const StepGraph& graph, const Trace& trace);

// A lane that has waited so long counts as asleep: its core may have halted.
inline constexpr double sleeps_after_s = 50e-6;

// A task that waited for one of another lane while its own lane was idle.
struct Handover {
  bool same_device = false;
  double waited_s = 0;  // by the idle lane, until what it waited for had ended
  double seconds = 0;   // from then until it began
};

std::vector<Handover> handovers(const StepGraph& graph, const Trace& trace);

// Gaps between two tasks of a lane of which the second waited for nothing else.
std::vector<double> gaps(const StepGraph& graph, const Trace& trace);

}  // namespace ringside
