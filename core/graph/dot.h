// A step's graph as a picture for Graphviz.
#pragma once
#include <string>

#include "core/graph/task.h"

namespace ringside {

// The graph in Graphviz's language, devices as clusters, tasks of the transfer lane dashed, edges into the next step dotted.
// Small enough to understand: tasks of one kind that follow one another in a lane are one box where nothing comes between
// them, and edges that others imply are left out. Into the next step only data are drawn, not what waits for memory.
std::string dot_text(const StepGraph& graph, const Network& network);

}  // namespace ringside
