// Why a run took as long as it did: the chain of tasks of which each began when the one before it ended.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/task.h"
#include "core/graph/trace.h"

namespace ringside {

// From the last task to end back to one that waited for nothing, latest first. A task waits for what its edges name and for the
// task before it in its lane, a part of an all-reduce for what the other parts wait for, too; the one of these that ended last is
// the next link of the chain. What is missing in the trace
// (steps before it) is waited for by nobody.
std::vector<TaskTime> critical_path(const StepGraph& graph, const Trace& trace);

}  // namespace ringside
