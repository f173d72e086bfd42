// Reading the page, and counting what its symbols stand for.
#include "tests/strategies/formula_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

#include "core/net/in_place.h"

namespace ringside {
namespace {

// "| a | `b` |" → {"a", "b"}
std::vector<std::string> cells_of(std::string line) {
  std::erase(line, '`');
  std::vector<std::string> cells;
  std::size_t begin = 1;
  for (std::size_t end = line.find('|', begin); end != std::string::npos; end = line.find('|', begin)) {
    const std::string cell = line.substr(begin, end - begin);
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    begin = end + 1;
  }
  return cells;
}

// Of allreduce: their number, and the parameters of the largest. Parameters are collected from the last layer on; whenever enough
// are together, a bucket is full.
void add_buckets(const Network& network, Symbols& symbols) {
  double collected = 0;
  double limit = 262144;  // 1 MiB of floats; later 25
  symbols["p"] = 0;
  symbols["q"] = 0;
  for (auto layer = network.layers.rbegin(); layer != network.layers.rend(); ++layer) {
    if (collected == 0 && layer->params() > 0) symbols["p"] += 1;
    collected += static_cast<double>(layer->params());
    symbols["q"] = std::max(symbols["q"], collected);
    if (collected < limit) continue;
    collected = 0;
    limit = 25 * 262144;
  }
}

}  // namespace

Rows table_of_formula_page(std::string_view head) {
  std::ifstream page(RINGSIDE_SOURCE_DIR "/strategies/README.md");
  const std::string wanted = fmt::format("| {} |", head);
  std::string line;
  while (std::getline(page, line) && line != wanted) {
  }
  if (!page) throw std::runtime_error(fmt::format("strategies/README.md: no table with the head \"{}\"", wanted));
  std::getline(page, line);  // |---|---|
  Rows rows;
  while (std::getline(page, line) && line.starts_with('|')) {
    std::vector<std::string> cells = cells_of(line);
    const std::string name = cells.front();
    cells.erase(cells.begin());
    rows[name] = cells;
  }
  return rows;
}

Symbols symbols_of(const StepSpec& spec) {
  const Network& network = spec.network;
  Symbols symbols{{"N", spec.devices},          {"B", spec.batch},
                  {"n", network.params()},      {"v", network.solver.momentum == 0 ? 0 : network.params()},
                  {"x", network.input.count()}, {"k", network.classes()}};
  std::array<double, 2> widest{};
  std::size_t outputs_so_far = 0;
  for (int l = 0; l < static_cast<int>(network.layers.size()); ++l) {
    const Layer& layer = network.layers[static_cast<std::size_t>(l)];
    const auto outputs = static_cast<double>(layer.output.count());
    const auto inputs = static_cast<double>(layer.input.count());
    if (!is_loss(layer) && !overwrites_input(network, l)) {
      symbols["a"] += outputs;
      double& turn = widest[outputs_so_far++ % 2];
      turn = std::max(turn, outputs);
    }
    symbols["s"] += static_cast<double>(state_count(layer));
    if (l == 0 || is_channel_local(layer)) continue;
    symbols["c"] += 1;
    symbols["E"] += inputs;
    symbols["e"] = std::max(symbols["e"], inputs);
  }
  symbols["m"] = widest[0] + widest[1];
  add_buckets(network, symbols);
  for (const auto& [symbol, row] : table_of_formula_page("symbol | formula | is")) {
    symbols[symbol] = evaluate(row[0], symbols);
  }
  return symbols;
}

}  // namespace ringside
