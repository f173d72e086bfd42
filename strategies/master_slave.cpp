// master_slave: device 0 sums all gradients, updates, and sends the whole model back.
//
//   1 ──gradient──►                 ──weights──► 1
//   2 ──gradient──►  0: sum, update ──weights──► 2
//   3 ──gradient──►                 ──weights──► 3
//
// Moves    2(N-1) messages of the whole model a step, all through device 0.
// Memory   the model and its gradient on every device; momentum and one inbox on device 0.
// Means    SGD on the global batch.
// Overlaps little: with one inbox the gradients come in one after another, and every device waits for its new weights.
//          Only, a device that has them computes while those after it still wait. (The next batch's way is hidden.)
#include "strategies/builders.h"
#include "strategies/pieces.h"

namespace ringside {

StepGraph build_master_slave(const StepSpec& spec) {
  Builder builder("master_slave", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const std::int64_t params = spec.network.params();
  const DeviceId root{0};
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);

  std::vector<Replica> replicas;
  for (int d = 0; d < spec.devices; ++d) {
    replicas.emplace_back(builder, spec, DeviceId{d}, shards[static_cast<std::size_t>(d)]);
  }
  const Span momentum = momentum_buffer(builder, spec.network, root, params);
  const Span inbox = builder.buffer(root, spec.devices > 1 ? params : 0, "inbox");

  for (const Replica& replica : replicas) replica.feed(builder, host_side);
  for (const Replica& replica : replicas) replica.compute(builder, spec.batch);
  for (const Replica& replica : replicas) replica.report(builder, host_side);

  const Replica& master = replicas.front();
  for (std::size_t d = 1; d < replicas.size(); ++d) {
    builder.add(Transfer{replicas[d].gradient, inbox});
    builder.add(Reduce{inbox, master.gradient});
  }
  update_model(builder, spec.network, master.gradient, master.weights, master.weights, momentum);
  for (std::size_t d = 1; d < replicas.size(); ++d) builder.add(Transfer{master.weights, replicas[d].weights});
  return std::move(builder).finish();
}

Traffic master_slave_traffic(const StepSpec& spec) {
  const std::int64_t messages = 2 * (std::int64_t{spec.devices} - 1);
  return {messages, messages * spec.network.params()};
}

}  // namespace ringside
