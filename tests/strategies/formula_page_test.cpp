// strategies/README.md says what the code does: every table's formulas against the graphs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <numeric>

#include "tests/strategies/formula_page.h"
#include "tests/strategies/schedule.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int all_devices[] = {2, 3, 4, 5, 6, 7, 8};

// The row of a strategy, each time the graph is one the row speaks of.
template <class Check>
void for_each_case(const char* head, const std::vector<std::string>& networks, std::span<const int> devices, int batch,
                   const Check& check) {
  const Rows rows = table_of_formula_page(head);
  EXPECT_EQ(rows.size(), strategies().size()) << head;
  for (const Strategy& strategy : strategies()) {
    ASSERT_TRUE(rows.contains(std::string(strategy.name))) << strategy.name << " has no row under: " << head;
    for (const std::string& network : networks) {
      for (const int n : devices) {
        const StepSpec spec{small_network(network), strategy.name == "single" ? 1 : n, batch};
        SCOPED_TRACE(testing::Message() << strategy.name << " on " << network << ", " << spec.devices << " devices");
        check(strategy, spec, rows.at(std::string(strategy.name)), symbols_of(spec), strategy.build(spec));
      }
    }
  }
}

TEST(FormulaPage, Meaning) {
  const std::map<Meaning, std::string> words{
      {Meaning::sgd, "sgd"}, {Meaning::delayed_sgd, "delayed_sgd"}, {Meaning::local_sgd, "local_sgd"}};
  for_each_case("strategy | means | delay | in words", {"windows"}, all_devices, 13,
                [&](const Strategy& strategy, const StepSpec&, const std::vector<std::string>& row, const Symbols&,
                    const StepGraph& graph) {
                  EXPECT_EQ(row[0], words.at(strategy.meaning));
                  EXPECT_EQ(row[1], std::to_string(summarize(graph).delay));
                });
}

constexpr const char* traffic_head = "strategy | messages | floats | floats, busiest device";

void expect_traffic(const Strategy& strategy, const StepSpec& spec, const std::vector<std::string>& row,
                    const Symbols& symbols, const StepGraph& graph) {
  const Traffic counted = summarize(graph).traffic;
  EXPECT_EQ(counted, strategy.traffic(spec)) << "the strategy's own formula";
  EXPECT_EQ(static_cast<double>(counted.messages), evaluate(row[0], symbols));
  EXPECT_EQ(static_cast<double>(counted.floats), evaluate(row[1], symbols));
}

TEST(FormulaPage, Traffic) {
  for_each_case(traffic_head, {"even"}, std::array{2, 3, 4, 6, 12}, 12,
                [](const Strategy& strategy, const StepSpec& spec, const std::vector<std::string>& row,
                   const Symbols& symbols, const StepGraph& graph) {
                  expect_traffic(strategy, spec, row, symbols, graph);
                  std::int64_t busiest = 0;
                  for (const Traffic& sent : summarize(graph).sent) busiest = std::max(busiest, sent.floats);
                  EXPECT_EQ(static_cast<double>(busiest), evaluate(row[2], symbols));
                });
}

TEST(FormulaPage, TrafficOfPartsThatDiffer) {
  for_each_case(traffic_head, {"windows", "pool_first"}, all_devices, 13,
                [](const Strategy& strategy, const StepSpec& spec, const std::vector<std::string>& row,
                   const Symbols& symbols, const StepGraph& graph) {
                  if (strategy.name != "model_parallel") expect_traffic(strategy, spec, row, symbols, graph);
                });
}

constexpr const char* memory_head = "strategy | largest device | all devices";

TEST(FormulaPage, Memory) {
  for_each_case(memory_head, {"even"}, std::array{2, 3, 4, 6, 12}, 12,
                [](const Strategy&, const StepSpec&, const std::vector<std::string>& row, const Symbols& symbols,
                   const StepGraph& graph) {
                  const auto bytes = summarize(graph).device_bytes;
                  EXPECT_EQ(static_cast<double>(std::ranges::max(bytes)), 4 * evaluate(row[0], symbols));
                  const auto sum = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
                  EXPECT_EQ(static_cast<double>(sum), 4 * evaluate(row[1], symbols));
                  EXPECT_EQ(static_cast<double>(summarize(graph).host_bytes), 4 * evaluate("2B(x+2)", symbols));
                });
}

TEST(FormulaPage, MemoryOfPartsThatDiffer) {
  for_each_case(memory_head, {"windows", "pool_first", "lrn_first", "tiny"}, all_devices, 13,
                [](const Strategy& strategy, const StepSpec&, const std::vector<std::string>& row,
                   const Symbols& symbols, const StepGraph& graph) {
                  if (strategy.name == "model_parallel") return;
                  const auto bytes = summarize(graph).device_bytes;
                  const auto sum = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
                  EXPECT_EQ(static_cast<double>(sum), 4 * evaluate(row[1], symbols));
                });
}

constexpr const char* time_head = "strategy | communication alone | a step";

TEST(FormulaPage, CommunicationAlone) {
  for_each_case(time_head, {"even"}, std::array{2, 3, 4, 6, 12}, 12,
                [](const Strategy&, const StepSpec&, const std::vector<std::string>& row, Symbols symbols,
                   const StepGraph& graph) {
                  symbols.insert({{"α", 1000}, {"β", 3}, {"γ", 2}});
                  EXPECT_EQ(step_ends(graph, {1000, 3, 2, 0}, 1).back(), evaluate(row[0], symbols));
                });
}

TEST(FormulaPage, AStepOfALongRun) {
  constexpr int half = 20;
  for (const double per_pass : {1.0, 500.0, 1e6}) {
    for_each_case(time_head, {"even"}, std::array{2, 3, 4, 6, 12}, 12,
                  [&](const Strategy&, const StepSpec&, const std::vector<std::string>& row, Symbols symbols,
                      const StepGraph& graph) {
                    const auto passes = std::ranges::count_if(graph.tasks, [&](const Task& task) {
                      return (std::holds_alternative<Forward>(task.op) || std::holds_alternative<Backward>(task.op)) &&
                             device_of(graph, task.op) == DeviceId{0};
                    });
                    symbols.insert({{"α", 1000}, {"β", 3}, {"γ", 2}, {"C", static_cast<double>(passes) * per_pass}});
                    const auto ends = step_ends(graph, {1000, 3, 2, per_pass}, 2 * half);
                    EXPECT_EQ((ends[2 * half - 1] - ends[half - 1]) / half, evaluate(row[1], symbols));
                  });
  }
}

TEST(FormulaPage, PairsOfTheTree) {
  const Rows rows = table_of_formula_page("N | pairs");
  for (const int devices : all_devices) {
    const StepGraph graph = find_strategy("reduction_tree").build({small_network("windows"), devices, devices});
    std::string up, down;
    for (const Task& task : graph.tasks) {
      const auto* transfer = std::get_if<Transfer>(&task.op);
      if (transfer == nullptr) continue;
      const int from = static_cast<int>(graph.buffers[index(transfer->from.buffer)].device);
      const int to = static_cast<int>(graph.buffers[index(transfer->to.buffer)].device);
      if (from < 0 || to < 0) continue;
      const bool gradient = graph.buffers[index(transfer->from.buffer)].name == "gradient";
      if (gradient) up += fmt::format("{}{}:{}", up.empty() ? "" : " ", to, from);
      // The weights take the way back, round by round.
      if (!gradient) down += fmt::format("{}{}:{}", down.empty() ? "" : " ", from, to);
    }
    EXPECT_EQ(up, rows.at(std::to_string(devices))[0]);
    const auto sorted = [](const std::string& pairs) {
      std::vector<std::string> list;
      for (std::size_t at = 0; at < pairs.size(); at += 4) list.push_back(pairs.substr(at, 3));
      std::ranges::sort(list);
      return list;
    };
    EXPECT_EQ(sorted(up), sorted(down));
  }
}

TEST(FormulaPage, EveryFormulaIsReadByATest) {
  // Names and columns that the tests above look at; a new table needs a test.
  std::ifstream page(RINGSIDE_SOURCE_DIR "/strategies/README.md");
  std::vector<std::string> heads;
  std::string line, before;
  while (std::getline(page, line)) {
    if (line.starts_with("|---")) heads.push_back(before);
    before = line;
  }
  EXPECT_THAT(heads, testing::UnorderedElementsAre(
                         "| symbol | is |", "| symbol | formula | is |", "| strategy | means | delay | in words |",
                         fmt::format("| {} |", traffic_head), "| N | pairs |", fmt::format("| {} |", memory_head),
                         fmt::format("| {} |", time_head), "| τ | μ = 0 | μ = 0.5 | μ = 0.9 |"));
}

}  // namespace
}  // namespace ringside
