// Built from the strategies' pieces.
#include "bench/calibration_graph.h"

#include <array>
#include <utility>
#include <vector>

#include "strategies/pieces.h"

namespace ringside {
namespace {

constexpr int devices = 2;
constexpr std::int64_t smallest_piece = 256;  // floats

// Halves, quarters, ... of `floats`: each float once.
std::vector<std::pair<std::int64_t, std::int64_t>> pieces_of(std::int64_t floats) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  std::int64_t begin = 0;
  while (floats - begin > 2 * smallest_piece) {
    const std::int64_t size = (floats - begin) / 2;
    pieces.emplace_back(begin, size);
    begin += size;
  }
  pieces.emplace_back(begin, floats - begin);
  return pieces;
}

}  // namespace

StepGraph move_graph(const Network& network, int samples) {
  const StepSpec spec{.network = network, .devices = devices, .batch = devices * samples};
  Builder builder("moves", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);
  const std::int64_t params = network.params();
  const std::array<Replica, devices> replicas{
      Replica(builder, spec, DeviceId{0}, shards[0]),
      Replica(builder, spec, DeviceId{1}, shards[1], {.weights = 2, .gradient = 2})};
  std::array<Span, devices> inboxes, momenta, scratch;
  for (std::size_t d = 0; d < devices; ++d) {
    inboxes[d] = builder.buffer(DeviceId{static_cast<int>(d)}, params, "inbox");
    momenta[d] = momentum_buffer(builder, network, DeviceId{static_cast<int>(d)}, params);
    scratch[d] = builder.buffer(DeviceId{static_cast<int>(d)}, params, "scratch");
  }

  for (const Replica& replica : replicas) replica.feed(builder, host_side);
  for (const Replica& replica : replicas) replica.compute(builder, spec.batch);
  for (const Replica& replica : replicas) replica.report(builder, host_side);
  const auto pieces = pieces_of(params);
  for (const auto& [begin, size] : pieces)
    for (std::size_t d = 0; d < devices; ++d)
      builder.add(Transfer{replicas[d].gradient.part(begin, size), inboxes[1 - d].part(begin, size)});
  for (const auto& [begin, size] : pieces)
    for (std::size_t d = 0; d < devices; ++d)
      builder.add(Reduce{inboxes[d].part(begin, size), replicas[d].gradient.part(begin, size)});
  for (const auto& [begin, size] : pieces)
    for (std::size_t d = 0; d < devices; ++d)
      builder.add(Transfer{replicas[d].gradient.part(begin, size), scratch[d].part(begin, size)});
  const Replica& at_once = replicas[0];
  const Replica& delayed = replicas[1];
  update_model(builder, network, at_once.gradient, at_once.weights, at_once.weights, momenta[0]);
  update_model(builder, network, delayed.gradient.aged(1), delayed.weights, delayed.weights.aged(-1), momenta[1]);
  return std::move(builder).finish();
}

}  // namespace ringside
