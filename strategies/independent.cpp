// independent: every device trains alone on its shard. The bound that no strategy can beat; for timing only.
//
//   device 0:  forward → backward → update
//   device 1:  forward → backward → update
//   ...
//
// Moves    nothing between devices.
// Memory   each device: the model, its gradient, its momentum; the activations of its shard.
// Means    N separate models, each SGD on its shard (the mean over the shard); the result is device 0's.
// Overlaps everything: no device ever waits for another.
#include "strategies/builders.h"
#include "strategies/pieces.h"

namespace ringside {

StepGraph build_independent(const StepSpec& spec) {
  Builder builder("independent", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);
  for (int d = 0; d < spec.devices; ++d) {
    const Samples shard = shards[static_cast<std::size_t>(d)];
    const Replica replica(builder, spec, DeviceId{d}, shard);
    const Span momentum = momentum_buffer(builder, spec.network, DeviceId{d}, spec.network.params());
    replica.feed(builder, host_side);
    replica.compute(builder, shard.count);
    replica.report(builder, host_side);
    update_model(builder, spec.network, replica.gradient, replica.weights, replica.weights, momentum);
  }
  return std::move(builder).finish();
}

}  // namespace ringside
