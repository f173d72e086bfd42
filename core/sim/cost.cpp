// From work to seconds.
#include "core/sim/cost.h"

#include <algorithm>

#include "core/base/match.h"
#include "core/net/work.h"

namespace ringside {
namespace {

double roofline_seconds(const Layer& layer, const Work& work, const DeviceProfile& device) {
  const auto flops = static_cast<double>(work.flops);
  double reached = device.peak_flops_per_s;
  for (const Efficiency& efficiency : device.efficiencies) {
    if (efficiency.layer != kind_name(layer) && efficiency.layer != "*") continue;
    reached *= efficiency.of_peak * (flops > 0 ? flops / (flops + efficiency.half_flops) : 1);
    break;
  }
  return device.launch_s + std::max(flops / reached, static_cast<double>(work.bytes) / device.memory_bytes_per_s);
}

double layer_seconds(const Network& network, int index, const CallShape& call, const DeviceProfile& device) {
  const Layer& layer = network.layers[static_cast<std::size_t>(index)];
  if (const auto measured = measured_seconds(device.measured_layers, layer, call)) return *measured;
  const Direction direction = call.backward ? Direction::backward : Direction::forward;
  return roofline_seconds(layer, layer_work(layer, direction, call.samples, call.channels, call.input_gradient),
                          device);
}

std::int64_t floats_of(const Op& op) {
  return match(
      op, [](const Transfer& t) { return t.from.count; }, [](const Reduce& r) { return r.into.count; },
      [](const Update& u) { return u.weights.count; }, [](const auto&) { return std::int64_t{0}; });
}

}  // namespace

std::int64_t chunk_floats(const AllReduce& part) {
  return (part.sum.count + part.parts - 1) / part.parts;
}

std::optional<double> op_seconds(const StepGraph& graph, const Op& op, const Network& network,
                                 const DeviceProfile& device) {
  const std::optional<Move> move = move_of(graph, op);
  if (move)
    if (const auto measured = measured_seconds(device.measured_moves, *move, floats_of(op))) return *measured;
  const auto moved = [&](std::int64_t floats) {
    return device.launch_s + static_cast<double>(floats) * sizeof(float) / device.memory_bytes_per_s;
  };
  return match(
      op,
      [&](const Forward& f) -> std::optional<double> {
        return layer_seconds(network, f.layer, {false, false, f.channels.count, f.samples.count}, device);
      },
      [&](const Backward& b) -> std::optional<double> {
        return layer_seconds(network, b.layer, {true, !b.input_gradient.empty(), b.channels.count, b.samples.count},
                             device);
      },
      [&](const Transfer& t) { return move == Move::copy ? std::optional(moved(2 * t.from.count)) : std::nullopt; },
      [&](const CopyChannels& c) -> std::optional<double> {
        return moved(2 * c.samples * c.pixels * c.count) + static_cast<double>(c.samples * c.pixels) * device.pixel_s;
      },
      [&](const Reduce& r) -> std::optional<double> { return moved(3 * r.into.count); },
      [&](const AllReduce& a) -> std::optional<double> { return moved(3 * (a.parts - 1) * chunk_floats(a)); },
      [&](const Update& u) -> std::optional<double> {
        const double rate = device.update_bytes_per_s > 0 ? device.update_bytes_per_s : device.memory_bytes_per_s;
        const std::int64_t floats = (u.momentum.empty() ? 3 : 5) * u.weights.count;
        return device.launch_s + static_cast<double>(floats) * sizeof(float) / rate;
      });
}

}  // namespace ringside
