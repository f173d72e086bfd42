// One cell simulated.
#include "bench/forecast.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/match.h"
#include "core/exec/logbook.h"
#include "core/graph/critical_path.h"
#include "core/graph/validate.h"
#include "core/sim/simulator.h"
#include "core/sim/topology.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

// Steps before the first timed one, timed ones (the first of which begins the clock), and those after them: the last steps have
// nothing behind them to share links and processors with.
struct Length {
  std::int64_t lead, timed, tail;
  std::int64_t all() const { return lead + timed + tail; }
};

// A thousand devices have millions of tasks a step: their times must fit the memory.
Length length_for(const StepGraph& graph) {
  constexpr std::size_t many_tasks = 200'000;
  return graph.tasks.size() <= many_tasks ? Length{6, 9, 1} : Length{2, 3, 1};
}

std::string gib(double bytes) {
  return fmt::format("{:.2f} GiB", bytes / (1 << 30));
}

// Empty if the graph may be simulated, else why not.
std::string obstacle(const Summary& summary, int devices, const Machine& machine) {
  if (devices > machine.devices())
    return fmt::format("{} devices are asked for; machine {} has {}", devices, machine.name, machine.devices());
  const auto largest = std::ranges::max_element(summary.device_bytes);
  if (static_cast<double>(*largest) > machine.device.memory_bytes)
    return fmt::format("device {} needs {} of memory; a {} has {}", largest - summary.device_bytes.begin(),
                       gib(static_cast<double>(*largest)), machine.device.name, gib(machine.device.memory_bytes));
  return "";
}

// The same phases, from the same code, as a run that was measured.
std::vector<StepResult> results_of(const StepGraph& graph, const Trace& trace, std::int64_t steps) {
  Logbook logbook(graph, static_cast<int>(steps));
  logbook.begin(0);
  for (const TaskTime& time : trace.times) logbook.times(time.step)[index(time.task)] = {time.begin_s, time.end_s};
  std::vector<StepResult> results;
  for (std::int64_t step = 0; step < steps; ++step) {
    logbook.ended(step, 0);
    while (logbook.results_due() > 1) results.push_back(logbook.next_result());
  }
  results.push_back(logbook.next_result());
  return results;
}

Trace steps_from(const Trace& trace, std::int64_t first, std::int64_t end) {
  Trace part;
  std::ranges::copy_if(trace.times, std::back_inserter(part.times),
                       [&](const TaskTime& time) { return time.step >= first && time.step < end; });
  return part;
}

double& seconds_of(CriticalPath& path, const StepGraph& graph, const Op& op) {
  const auto device = [&](const Span& span) { return graph.buffers[index(span.buffer)].device; };
  return match(
      op, [&](const Forward&) -> double& { return path.forward_s; },
      [&](const Backward&) -> double& { return path.backward_s; },
      [&](const Update&) -> double& { return path.update_s; }, [&](const Reduce&) -> double& { return path.reduce_s; },
      [&](const CopyChannels&) -> double& { return path.copy_s; },
      [&](const AllReduce&) -> double& { return path.transfer_s; },
      [&](const Transfer& transfer) -> double& {
        if (device(transfer.from) == host) return path.input_s;
        return device(transfer.from) == device(transfer.to) ? path.copy_s : path.transfer_s;
      });
}

// The chain within (begin_s, its end], a step's share of it.
CriticalPath path_by_kind(const StepGraph& graph, const std::vector<TaskTime>& chain, double begin_s, double steps) {
  CriticalPath path;
  double later_s = chain.front().end_s;  // up to where the chain is accounted for
  for (const TaskTime& time : chain) {
    if (later_s <= begin_s) break;
    path.wait_s += std::max(0.0, later_s - std::max(time.end_s, begin_s)) / steps;
    const double from_s = std::max(time.begin_s, begin_s);
    seconds_of(path, graph, graph.tasks[index(time.task)].op) += std::max(0.0, time.end_s - from_s) / steps;
    later_s = time.begin_s;
  }
  return path;
}

std::vector<LinkUtilisation> busiest_links(const Simulation& simulation, const Machine& machine, std::int64_t steps) {
  std::map<std::string, LinkUtilisation> busiest;
  for (std::size_t channel = 0; channel < simulation.links.size(); ++channel) {
    const LinkUse& use = simulation.links[channel];
    const std::string& kind = machine.links[channel / 2].name;
    LinkUtilisation& most = busiest[kind];
    most.kind = kind;
    const double busy = use.busy_s / simulation.makespan_s;
    if (busy > most.busy) most = {kind, busy, use.bytes / static_cast<double>(steps)};
  }
  std::vector<LinkUtilisation> list;
  for (auto& [kind, use] : busiest) list.push_back(std::move(use));
  return list;
}

void simulate_into(Forecast& forecast, const Machine& machine, std::int64_t trace_steps) {
  const StepGraph& graph = forecast.graph;
  const Length length = length_for(graph);
  const Simulation simulation = simulate(graph, forecast.cell.network, machine, length.all());
  const std::vector<StepResult> results = results_of(graph, simulation.trace, length.all());
  const auto step_end = [&](std::int64_t step) { return results[static_cast<std::size_t>(step)].end_s; };
  const auto timed_begin = results.begin() + length.lead;

  Outcome& outcome = forecast.outcome;
  forecast.cell.warm_up_steps = static_cast<int>(length.lead);
  forecast.cell.steps = length.timed;
  outcome.add_steps({timed_begin, timed_begin + length.timed}, step_end(length.lead - 1));
  outcome.links = busiest_links(simulation, machine, length.all());
  const std::int64_t end = length.lead + length.timed;
  outcome.critical_path = path_by_kind(graph, critical_path(graph, steps_from(simulation.trace, 0, end)),
                                       step_end(length.lead), static_cast<double>(length.timed - 1));
  outcome.trace = steps_from(simulation.trace, end - trace_steps, end);
}

}  // namespace

Experiment without_training(Experiment experiment) {
  experiment.epochs = 0;
  experiment.steps = 2;  // expand() wants a length; the simulation decides on its own
  experiment.repetitions = 1;
  experiment.evaluate = Evaluate::no;
  return experiment;
}

Forecast forecast(Cell cell, const Machine& machine, std::int64_t trace_steps) {
  Forecast result{.cell = std::move(cell), .graph = {}, .outcome = {}};
  Outcome& outcome = result.outcome;
  const Strategy& strategy = find_strategy(result.cell.strategy);
  const StepSpec spec{.network = result.cell.network, .devices = result.cell.devices, .batch = result.cell.batch};
  result.graph = strategy.build(spec);
  outcome.shards = result.graph.shards;
  outcome.summary = summarize(result.graph);
  outcome.expected_traffic = strategy.traffic(spec);
  outcome.phases.resize(static_cast<std::size_t>(result.cell.devices));

  Check graph_check{"graph", "the rules of a step graph", 0, 0};
  try {
    validate(result.graph, result.cell.network);
  } catch (const Error& error) {
    graph_check.error = 1;
    outcome.status = Status::wrong_result;
    outcome.message = error.what();
  }
  outcome.checks.push_back(std::move(graph_check));
  outcome.checks.push_back(traffic_check(outcome));
  if (outcome.status == Status::ok && !outcome.checks.back().passed()) {
    outcome.status = Status::wrong_result;
    outcome.message = "the graph's traffic is not what the strategy's formula says";
  }
  if (outcome.status == Status::ok) {
    outcome.message = obstacle(outcome.summary, result.cell.devices, machine);
    if (!outcome.message.empty()) outcome.status = Status::failed;
  }
  if (outcome.status != Status::ok) return result;

  try {
    simulate_into(result, machine, trace_steps);
  } catch (const Error& error) {
    outcome.status = Status::failed;
    outcome.message = error.what();
  }
  return result;
}

double step_seconds(const Outcome& outcome) {
  return statistics(joined(timed(outcome.step_s))).value().median;
}

}  // namespace ringside
