// ring_delayed: the thesis's ring. Every device trains and updates; the update comes one step late.
//
//   0 ─► 1 ─► 2 ─► 3 ─► 0     in step t, under its compute: step t-1's gradients are summed round the ring
//                             (reduce-scatter), each device updates its own 1/N of the model, the new weights go
//                             round (all-gather)
//
//   compute lane    forward, backward of step t with w(t)          forward, backward of step t+1 with w(t+1)
//   transfer lane   sum g(t-1), w(t+1) = w(t) - v, spread w(t+1)   sum g(t), ...
//
// Moves    2(N-1)N messages of 1/N of the model a step: each device sends 2(N-1)/N of the model, to its neighbour
//          alone.
// Memory   two models and two gradients (this step's and the previous one's); an inbox and momentum of 1/N.
// Means    w(t+1) = w(t) - rate(t-1) · mean gradient of step t-1 at w(t-1); the first update does nothing. The momentum
//          and the weight decay act on w(t). The delay narrows the stable range of rate × curvature
//          (strategies/README.md).
// Overlaps all its communication, sums and updates with the next forward and backward pass; w(t+1) is needed when
//          step t+1 begins, g(t-1)'s buffer when its backward pass does.
#include <algorithm>

#include "strategies/builders.h"
#include "strategies/pieces.h"
#include "strategies/ring.h"

namespace ringside {
StepGraph build_ring_delayed(const StepSpec& spec) {
  Builder builder("ring_delayed", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const int n = spec.devices;
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);

  std::vector<Replica> replicas;
  std::vector<Span> inboxes, momenta;
  for (int d = 0; d < n; ++d) {
    replicas.emplace_back(builder, spec, DeviceId{d}, shards[static_cast<std::size_t>(d)],
                          ReplicaCopies{.weights = 2, .gradient = 2});
    inboxes.push_back(builder.buffer(DeviceId{d}, n > 1 ? share(spec.network.params(), n, 0).count : 0, "inbox"));
    // Device d ends the reduce-scatter with chunk d+1.
    const Span own = chunk_of(replicas.back().weights, n, d + 1);
    momenta.push_back(momentum_buffer(builder, spec.network, DeviceId{d}, own.count));
  }
  const auto replica = [&](int d) -> const Replica& { return replicas[static_cast<std::size_t>(d)]; };
  std::vector<Span> gradients, renewed;  // the previous step's, and the next one's weights
  for (const Replica& each : replicas) {
    gradients.push_back(each.gradient.aged(1));
    renewed.push_back(each.weights.aged(-1));
  }

  for (int d = 0; d < n; ++d) replica(d).feed(builder, host_side);
  reduce_scatter(builder, gradients, inboxes);
  for (int d = 0; d < n; ++d) {
    const auto own = [&](const Span& model) { return chunk_of(model, n, d + 1); };
    const auto i = static_cast<std::size_t>(d);
    update_model(builder, spec.network, own(gradients[i]), own(replica(d).weights), own(renewed[i]), momenta[i]);
  }
  all_gather(builder, renewed);
  for (int d = 0; d < n; ++d) replica(d).compute(builder, spec.batch);
  for (int d = 0; d < n; ++d) replica(d).report(builder, host_side);
  return std::move(builder).finish();
}

Traffic ring_delayed_traffic(const StepSpec& spec) {
  const std::int64_t n = spec.devices;
  const std::int64_t chunks = std::min(n, spec.network.params());
  return {2 * (n - 1) * chunks, 2 * (n - 1) * spec.network.params()};
}

}  // namespace ringside
