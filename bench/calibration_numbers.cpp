// Reads tasks' times, and writes them down as a machine file has them.
#include "bench/calibration_numbers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "bench/measured_fields.h"
#include "bench/statistics.h"
#include "bench/task_seconds.h"
#include "core/base/error.h"
#include "core/graph/lane.h"
#include "core/net/work.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

Reading mean(const std::vector<Reading>& readings) {
  Reading sum;
  for (const Reading& reading : readings) {
    sum.value += reading.value / static_cast<double>(readings.size());
    sum.spread += reading.spread / static_cast<double>(readings.size());
  }
  return sum;
}

// Four digits are more than any of it is good for.
double rounded(double value) {
  return value == 0 ? 0 : std::stod(fmt::format("{:.4g}", value));
}

Json sourced(double value, const std::string& source) {
  return {{"value", rounded(value)}, {"source", source}};
}

struct LayerTask {
  int layer;
  CallShape shape;
};

std::optional<LayerTask> layer_task(const Op& op) {
  if (const auto* f = std::get_if<Forward>(&op))
    return LayerTask{f->layer, {false, false, f->channels.count, f->samples.count}};
  if (const auto* b = std::get_if<Backward>(&op))
    return LayerTask{b->layer, {true, !b->input_gradient.empty(), b->channels.count, b->samples.count}};
  return std::nullopt;
}

double layer_seconds(const TimedGraph& timed) {
  const std::vector<double> seconds = task_seconds(timed.timer->graph(), timed.timer->stretch());
  double sum = 0;
  for (std::size_t t = 0; t < seconds.size(); ++t)
    if (layer_task(timed.timer->graph().tasks[t].op)) sum += seconds[t];
  return sum / timed.timer->graph().devices;
}

}  // namespace

CalibrationNumbers::CalibrationNumbers(std::span<const TimedGraph> graphs, const Backend& backend)
    : backend_(backend), source_(fmt::format("measured here, {}", utc_now())) {
  read_crowding(graphs);
  for (const TimedGraph& timed : graphs) {
    read(timed);
    if (timed.purpose == Purpose::slices || timed.purpose == Purpose::moves) read_handovers(timed);
    std::ranges::copy(gaps(timed.timer->graph(), timed.timer->stretch()), std::back_inserter(gaps_));
  }
}

void CalibrationNumbers::read_crowding(std::span<const TimedGraph> graphs) {
  std::vector<double> ratios;
  for (const TimedGraph& crowd : graphs) {
    if (crowd.purpose != Purpose::crowd) continue;
    for (const TimedGraph& alone : graphs)
      if (alone.purpose == Purpose::alone && &alone.network == &crowd.network && alone.samples == crowd.samples)
        ratios.push_back(layer_seconds(crowd) / layer_seconds(alone));
  }
  if (!ratios.empty()) crowding_ = std::max(1.0, median(ratios));
}

void CalibrationNumbers::read(const TimedGraph& timed) {
  const StepGraph& graph = timed.timer->graph();
  const std::vector<double> seconds = task_seconds(graph, timed.timer->stretch());
  const double crowding = graph.devices > 1 && backend_.physical_devices() > 1 ? crowding_ : 1;
  const double spread = timed.timer->spread();
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    const Op& op = graph.tasks[t].op;
    const double alone_s = seconds[t] / crowding;
    if (const auto task = layer_task(op);
        task && (timed.purpose == Purpose::alone || timed.purpose == Purpose::slices)) {
      const Layer& layer = timed.network.layers[static_cast<std::size_t>(task->layer)];
      const bool whole = task->shape.channels == layer.output.channels;
      if (whole != (timed.purpose == Purpose::alone)) continue;
      calls_[{geometry(layer), task->shape.backward, task->shape.input_gradient, task->shape.channels,
              task->shape.samples}]
          .push_back({alone_s, spread});
      if (!whole) continue;
      const Work work = layer_work(layer, task->shape.backward ? Direction::backward : Direction::forward,
                                   task->shape.samples, task->shape.channels, task->shape.input_gradient);
      rates_[kind_name(layer)].emplace_back(static_cast<double>(work.flops), alone_s);
    } else if (const auto* copy = std::get_if<CopyChannels>(&op)) {
      copies_.push_back({static_cast<double>(copy->samples * copy->pixels),
                         2 * sizeof(float) * static_cast<double>(copy->samples * copy->pixels * copy->count), alone_s});
    } else if (const auto move = move_of(graph, op); move && timed.purpose == Purpose::moves) {
      const std::int64_t floats = accesses(op).writes.begin()->count;
      moves_[{*move, floats}].push_back({alone_s, spread});
    }
  }
}

void CalibrationNumbers::read_handovers(const TimedGraph& timed) {
  for (const Handover& handover : handovers(timed.timer->graph(), timed.timer->stretch())) {
    const bool asleep = !handover.same_device && handover.waited_s > sleeps_after_s;
    (asleep ? handovers_.asleep : handovers_.awake).push_back(handover.seconds);
  }
}

Reading CalibrationNumbers::largest_rate(Move move, double bytes_per_float) const {
  Reading rate;
  for (const auto& [key, readings] : moves_) {
    if (key.first != move) continue;
    const Reading reading = mean(readings);
    rate = {bytes_per_float * static_cast<double>(key.second) / reading.value, reading.spread};
  }
  return rate;
}

// Least squares of the relative errors.
double CalibrationNumbers::pixel_seconds(double bytes_per_s) const {
  double product = 0, square = 0;
  for (const CopyOfChannels& copy : copies_) {
    product += copy.pixels / copy.seconds * (1 - copy.bytes / bytes_per_s / copy.seconds);
    square += std::pow(copy.pixels / copy.seconds, 2);
  }
  return square > 0 ? std::max(0.0, product / square) : 0;
}

Json CalibrationNumbers::efficiencies(double peak) const {
  Json list = Json::array();
  double other_flops = 0, other_s = 0;
  for (const auto& [kind, calls] : rates_) {
    double flops = 0, seconds = 0;
    for (const auto& [call_flops, call_s] : calls) {
      flops += call_flops;
      seconds += call_s;
    }
    if (kind == "conv" || kind == "dense") {
      list.push_back({{"layer", kind}, {"of_peak", sourced(flops / seconds / peak, source_ + ": over all its calls")}});
    } else {
      other_flops += flops;
      other_s += seconds;
    }
  }
  list.push_back(
      {{"layer", "*"},
       {"of_peak", sourced(other_s > 0 ? other_flops / other_s / peak : 1, source_ + ": over all other calls")}});
  return list;
}

Json CalibrationNumbers::measured() const {
  std::map<std::string, Json> layers;
  for (const auto& [key, readings] : calls_) {
    const Reading reading = mean(readings);
    layers[key.geometry].push_back(
        call_json({{key.backward, key.input_gradient, key.channels, key.samples}, reading.value}, reading.spread));
  }
  Json layer_list = Json::array();
  for (auto& [name, calls] : layers) layer_list.push_back({{"geometry", name}, {"calls", std::move(calls)}});
  Json moves = Json::array();
  for (const auto& [key, readings] : moves_) {
    const Reading reading = mean(readings);
    moves.push_back(move_json({key.first, key.second, reading.value}, reading.spread));
  }
  return {{"source",
           fmt::format("{}: each the median over the fastest {} steps in a row; spread: how much longer a step of a "
                       "median round took",
                       source_, stretch_steps)},
          {"layers", std::move(layer_list)},
          {"moves", std::move(moves)}};
}

Json CalibrationNumbers::device(const Environment& here) const {
  constexpr double gib = 1 << 30;
  double peak = 0;
  for (const auto& [kind, calls] : rates_)
    for (const auto& [flops, seconds] : calls) peak = std::max(peak, flops / seconds);
  const Reading memory = largest_rate(Move::reduce, 3 * sizeof(float));
  const Reading update = largest_rate(Move::update, 5 * sizeof(float));
  const int devices = backend_.physical_devices();
  return {{"name", fmt::format("{}, {}", here.cpu.empty() ? "device" : here.cpu, backend_.details())},
          {"peak_gflop_per_s", sourced(peak / 1e9, source_ + ": the fastest call of a layer")},
          {"memory_gb_per_s", sourced(memory.value / 1e9, source_ + ": the largest sum")},
          {"memory_gib", sourced(static_cast<double>(here.memory_bytes) / gib / devices,
                                 "the system's memory, an equal part for each device")},
          {"launch_us", sourced(1e6 * median(gaps_), source_ + ": between two tasks of a lane, median")},
          {"update_gb_per_s", sourced(update.value / 1e9, source_ + ": the largest update")},
          {"pixel_ns", sourced(1e9 * pixel_seconds(memory.value), source_ + ": least squares over copies of channels")},
          {"efficiency", efficiencies(peak)},
          {"measured", measured()}};
}

Json CalibrationNumbers::machine(const Environment& here) const {
  const int devices = backend_.physical_devices();
  const Reading send = largest_rate(Move::send, sizeof(float));
  Json links = Json::array();
  for (int d = 0; d < devices; ++d) links.push_back({fmt::format("gpu{}", d), "memory", "memory"});
  const auto typical = [](const std::vector<double>& values) { return values.empty() ? 0 : 1e6 * median(values); };
  return {
      {"description", fmt::format("this machine: {} devices of backend {}, {}", devices, backend_.name,
                                  here.cpu.empty() ? "unknown CPU" : here.cpu)},
      {"device", device(here)},
      {"execution",
       {{"lanes_share", true},
        {"cores", devices},
        {"transfers_compute", true},
        {"crowding", sourced(crowding_, source_ + ": all devices at work against one alone, median over graphs")},
        {"handoff_us", sourced(typical(handovers_.awake), source_ + ": median over hand-overs")},
        {"wake_up_us", sourced(typical(handovers_.asleep), source_ + ": median over hand-overs")},
        {"sleeps_after_us", sourced(1e6 * sleeps_after_s, "chosen: where a short wait ends and a long one begins")}}},
      {"link_kinds",
       {{"memory",
         {{"gb_per_s", sourced(send.value / 1e9, source_ + ": the largest transfer")},
          {"latency_us", sourced(0, "in the measured times of transfers")}}}}},
      {"host", {{"devices", devices}, {"memory", "memory"}, {"links", std::move(links)}}}};
}

}  // namespace ringside
