// The picture of a step: one written out by hand, and of all strategies that it says what the graph says.
#include "core/graph/dot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/graph/lane.h"
#include "strategies/strategy.h"
#include "tests/core/net/networks.h"

namespace ringside {
namespace {

Network small() {
  return network_of({3, 1, 1}, {{"ip", Dense{2, {}, {}}}, {"loss", SoftmaxLoss{}}});
}

TEST(DotText, OfMasterAndSlave) {
  const Network network = small();
  const StepGraph graph = find_strategy("master_slave").build({.network = network, .devices = 2, .batch = 4});
  EXPECT_EQ(dot_text(graph, network), R"(digraph step {
  rankdir=LR; node [shape=box, style=rounded, fontname="sans-serif"];
  subgraph cluster_0 { label="device 0";
    t0 [label="transfer host→0 images\ntransfer host→0 labels\n2 tasks", style="rounded,dashed"];
    t4 [label="forward ip on 0\nforward loss on 0\n2 tasks"];
    t6 [label="backward loss on 0\nbackward ip on 0\n2 tasks"];
    t12 [label="transfer 0→host loss", style="rounded,dashed"];
    t15 [label="reduce inbox into gradient on 0", style="rounded,dashed"];
    t16 [label="update ip on 0"];
    t17 [label="transfer 0→1 weights", style="rounded,dashed"];
  }
  subgraph cluster_1 { label="device 1";
    t2 [label="transfer host→1 images\ntransfer host→1 labels\n2 tasks", style="rounded,dashed"];
    t8 [label="forward ip on 1\nforward loss on 1\n2 tasks"];
    t10 [label="backward loss on 1\nbackward ip on 1\n2 tasks"];
    t13 [label="transfer 1→host loss", style="rounded,dashed"];
    t14 [label="transfer 1→0 gradient", style="rounded,dashed"];
  }
  t4 -> t6;
  t4 -> t12;
  t6 -> t15;
  t8 -> t10;
  t8 -> t13;
  t10 -> t14;
  t14 -> t15;
  t15 -> t16;
  t16 -> t17;
  t0 -> t4 [style=dotted, constraint=false, label="+1"];
  t2 -> t8 [style=dotted, constraint=false, label="+1"];
  t17 -> t8 [style=dotted, constraint=false, label="+1"];
}
)");
}

TEST(DotText, JoinsThePartsOfAnAllReduce) {
  const Network network = small();
  const std::string text = dot_text(find_strategy("allreduce").build({network, 3, 3, true}), network);
  std::vector<std::string> parts;
  const std::regex box(R"RE(t(\d+) \[label="all-reduce gradient on \d", style="rounded,dashed"\];)RE");
  for (std::sregex_iterator found(text.begin(), text.end(), box), end; found != end; ++found)
    parts.push_back((*found)[1]);
  ASSERT_EQ(parts.size(), 3U) << text;
  for (std::size_t p = 0; p < 2; ++p) {
    const std::string line =
        fmt::format("t{} -> t{} [dir=none, style=bold, constraint=false];", parts[p], parts[p + 1]);
    EXPECT_NE(text.find(line), std::string::npos) << text;
  }
}

struct Drawn {
  std::map<int, int> tasks;             // of each box, by its first
  std::set<std::pair<int, int>> edges;  // within a step
};

Drawn parse(const std::string& text) {
  Drawn drawn;
  const std::regex box(R"RE(    t(\d+) \[label="([^"]*)".*)RE"), count(R"(.*\\n(\d+) tasks)"),
      edge(R"(  t(\d+) -> t(\d+);)");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found, tasks;
    if (std::regex_match(line, found, box)) {
      const std::string label = found[2];
      drawn.tasks[std::stoi(found[1])] = std::regex_match(label, tasks, count) ? std::stoi(tasks[1]) : 1;
    } else if (std::regex_match(line, found, edge)) {
      drawn.edges.emplace(std::stoi(found[1]), std::stoi(found[2]));
    }
  }
  return drawn;
}

// A box holds tasks that follow one another in its lane.
std::vector<int> boxes_of_tasks(const StepGraph& graph, const Drawn& drawn) {
  std::map<std::pair<DeviceId, Lane>, std::pair<int, int>> open;  // box, tasks that are still to come
  std::vector<int> boxes;
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    auto& [box, left] = open[{device_of(graph, graph.tasks[t].op), lane_of(graph.tasks[t].op)}];
    if (left == 0) {
      box = static_cast<int>(t);
      left = drawn.tasks.at(box);
    }
    --left;
    boxes.push_back(box);
  }
  return boxes;
}

bool leads(const Drawn& drawn, int from, int to, std::set<int>& seen) {
  if (from == to) return true;
  if (!seen.insert(from).second) return false;
  return std::ranges::any_of(
      drawn.edges, [&](const auto& edge) { return edge.first == from && leads(drawn, edge.second, to, seen); });
}

bool leads(const Drawn& drawn, int from, int to) {
  std::set<int> seen;
  return leads(drawn, from, to, seen);
}

TEST(DotText, SaysOfEveryStrategyWhatTheGraphSays) {
  const Network network = small();
  for (const Strategy& strategy : strategies()) {
    for (const int devices : {1, 2, 3, 4}) {
      if (strategy.name == "single" && devices > 1) continue;
      SCOPED_TRACE(fmt::format("{} on {}", strategy.name, devices));
      const bool library_sums = devices % 2 == 0;
      const StepGraph graph =
          strategy.build({.network = network, .devices = devices, .batch = 8, .library_sums = library_sums});
      const Drawn drawn = parse(dot_text(graph, network));
      const std::vector<int> boxes = boxes_of_tasks(graph, drawn);
      std::set<std::pair<int, int>> real;
      for (std::size_t t = 0; t < graph.tasks.size(); ++t)
        for (const Edge& edge : graph.after(TaskId{static_cast<int>(t)}))
          if (edge.lag == 0) real.emplace(boxes[index(edge.from)], boxes[t]);
      for (const auto& [from, to] : real) EXPECT_TRUE(leads(drawn, from, to)) << from << " before " << to;
      for (const auto& edge : drawn.edges) {
        EXPECT_TRUE(real.contains(edge));
        EXPECT_FALSE(leads(drawn, edge.second, edge.first)) << "a circle through " << edge.first;
        Drawn without = drawn;
        without.edges.erase(edge);
        EXPECT_FALSE(leads(without, edge.first, edge.second)) << "implied by others: " << edge.first;
      }
    }
  }
}

}  // namespace
}  // namespace ringside
