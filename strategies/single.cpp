// single: one device, by the very path that all strategies take.
//
//   device 0:  forward → backward → update
//
// Moves    nothing between devices.
// Memory   the model, its gradient, its momentum; the activations of the batch.
// Means    SGD.
// Overlaps the next batch's way from the host with this step's compute.
#include "core/base/error.h"
#include "strategies/builders.h"
#include "strategies/pieces.h"

namespace ringside {

StepGraph build_single(const StepSpec& spec) {
  check(spec.devices == 1, "strategy single: {} devices; it runs on 1", spec.devices);
  Builder builder("single", 1, spec.batch);
  const HostSide host_side(builder, spec);
  const Replica replica(builder, spec, DeviceId{0}, {0, spec.batch});
  const Span momentum = momentum_buffer(builder, spec.network, DeviceId{0}, spec.network.params());
  builder.shards({replica.samples});

  replica.feed(builder, host_side);
  replica.compute(builder, spec.batch);
  replica.report(builder, host_side);
  update_model(builder, spec.network, replica.gradient, replica.weights, replica.weights, momentum);
  return std::move(builder).finish();
}

Traffic no_traffic(const StepSpec&) {
  return {};
}

}  // namespace ringside
