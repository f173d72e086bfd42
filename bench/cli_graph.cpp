// ringside graph STRATEGY
#include <algorithm>
#include <array>

#include "bench/cell.h"
#include "bench/cli.h"
#include "bench/network_file.h"
#include "bench/numbers.h"
#include "bench/paths.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/graph/dot.h"
#include "core/graph/summary.h"
#include "core/graph/validate.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

class GraphCommand : public CliCommand {
 public:
  explicit GraphCommand(CLI::App& parent)
      : CliCommand(parent, "graph", "What a step of a strategy is made of: tasks, traffic, memory") {
    app().add_option("STRATEGY", strategy_, "ringside list strategies")->required();
    add("--network", network_, "NAME", "Name (ringside list networks) or path of a JSON file");
    add("--devices", devices_, "N", "Devices; 2 unless the strategy runs on one alone");
    add("--batch", batch_, "N", "Samples a step, all devices together; default: the network's recipe");
    add("--format", format_, "NAME", "summary, or dot for Graphviz");
  }

  int act() override {
    static constexpr std::array<std::string_view, 2> formats{"summary", "dot"};
    if (std::ranges::find(formats, format_) == formats.end()) fail_unknown("graph format", format_, formats);
    const Strategy& strategy = find_strategy(strategy_);
    const Network network = find_network(network_, find_paths().networks);
    const int devices = !devices_.empty()                    ? static_cast<int>(parse_whole("--devices", devices_, 1))
                        : strategy.name == baseline_strategy ? 1
                                                             : 2;
    const int batch = batch_.empty() ? network.solver.batch : static_cast<int>(parse_whole("--batch", batch_, 1));
    const StepSpec spec{.network = network, .devices = devices, .batch = batch};
    check_spec(strategy, spec);
    const StepGraph graph = strategy.build(spec);
    validate(graph, network);
    fmt::print("{}", format_ == "dot" ? dot_text(graph, network) : summary_text(graph, network));
    return 0;
  }

 private:
  void add(const std::string& name, std::string& value, const std::string& type, const std::string& help) {
    app().add_option(name, value, help)->type_name(type)->capture_default_str();
  }

  std::string strategy_, network_ = "lenet", devices_, batch_, format_ = "summary";
};

}  // namespace

std::unique_ptr<CliCommand> graph_command(CLI::App& parent) {
  return std::make_unique<GraphCommand>(parent);
}

}  // namespace ringside
