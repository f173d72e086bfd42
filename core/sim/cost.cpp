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

double layer_seconds(const Network& network, int index, bool backward, int samples, int channels, bool input_gradient,
                     const DeviceProfile& device) {
  const Layer& layer = network.layers[static_cast<std::size_t>(index)];
  for (const MeasuredLayer& m : device.measured) {
    if (m.backward == backward && m.layer == layer.name && m.network == network.name) {
      return m.fixed_s + m.seconds_per_sample * samples * channels / layer.output.channels;
    }
  }
  const Direction direction = backward ? Direction::backward : Direction::forward;
  return roofline_seconds(layer, layer_work(layer, direction, samples, channels, input_gradient), device);
}

}  // namespace

double op_seconds(const Op& op, const Network& network, const DeviceProfile& device) {
  const auto moved = [&](std::int64_t floats) {
    return device.launch_s + static_cast<double>(floats) * sizeof(float) / device.memory_bytes_per_s;
  };
  return match(
      op,
      [&](const Forward& f) {
        return layer_seconds(network, f.layer, false, f.samples.count, f.channels.count, false, device);
      },
      [&](const Backward& b) {
        return layer_seconds(network, b.layer, true, b.samples.count, b.channels.count, !b.input_gradient.empty(),
                             device);
      },
      [&](const Transfer& t) { return moved(2 * t.from.count); },
      [&](const CopyChannels& c) { return moved(2 * c.samples * c.pixels * c.count); },
      [&](const Reduce& r) { return moved(3 * r.into.count); },
      [&](const Update& u) {
        const double rate = device.update_bytes_per_s > 0 ? device.update_bytes_per_s : device.memory_bytes_per_s;
        const std::int64_t floats = (u.momentum.empty() ? 3 : 5) * u.weights.count;
        return device.launch_s + static_cast<double>(floats) * sizeof(float) / rate;
      });
}

}  // namespace ringside
