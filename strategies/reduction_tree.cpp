// reduction_tree: gradients are summed pairwise up a binary tree; the root updates; the weights go down the same tree.
//
//   gradients   1 ─► 0     3 ─► 2      5 ─► 4     7 ─► 6        round 0
//               2 ───────► 0           6 ───────► 4             round 1
//               4 ───────────────────► 0: update                round 2
//   weights     0 ─► 4,  then 0 ─► 2 and 4 ─► 6,  then 0 ─► 1, 2 ─► 3, 4 ─► 5, 6 ─► 7
//
// Moves    2(N-1) messages of the whole model a step, but only 2⌈log2 N⌉ one after another. Any N: a partner that is
//          not there is left out.
// Memory   the model and its gradient on every device; an inbox on every device that receives; momentum on device 0.
// Means    SGD on the global batch.
// Overlaps the pairs of one round with each other; compute waits for the new weights. (The next batch's way is hidden.)
#include "strategies/builders.h"
#include "strategies/pieces.h"

namespace ringside {

StepGraph build_reduction_tree(const StepSpec& spec) {
  Builder builder("reduction_tree", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const std::int64_t params = spec.network.params();
  const auto devices = static_cast<std::size_t>(spec.devices);
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);

  std::vector<Replica> replicas;
  std::vector<Span> inboxes;
  for (std::size_t d = 0; d < devices; ++d) {
    const DeviceId device{static_cast<int>(d)};
    replicas.emplace_back(builder, spec, device, shards[d]);
    inboxes.push_back(builder.buffer(device, d % 2 == 0 && d + 1 < devices ? params : 0, "inbox"));
  }
  const Span momentum = momentum_buffer(builder, spec.network, DeviceId{0}, params);

  for (const Replica& replica : replicas) replica.feed(builder, host_side);
  for (const Replica& replica : replicas) replica.compute(builder, spec.batch);
  for (const Replica& replica : replicas) replica.report(builder, host_side);

  std::size_t stride = 1;
  for (; stride < devices; stride *= 2) {
    for (std::size_t parent = 0; parent + stride < devices; parent += 2 * stride) {
      builder.add(Transfer{replicas[parent + stride].gradient, inboxes[parent]});
      builder.add(Reduce{inboxes[parent], replicas[parent].gradient});
    }
  }
  const Replica& root = replicas.front();
  update_model(builder, spec.network, root.gradient, root.weights, root.weights, momentum);
  while (stride > 1) {
    stride /= 2;
    for (std::size_t parent = 0; parent + stride < devices; parent += 2 * stride) {
      builder.add(Transfer{replicas[parent].weights, replicas[parent + stride].weights});
    }
  }
  return std::move(builder).finish();
}

Traffic reduction_tree_traffic(const StepSpec& spec) {
  const std::int64_t messages = 2 * (std::int64_t{spec.devices} - 1);
  return {messages, messages * spec.network.params()};
}

}  // namespace ringside
