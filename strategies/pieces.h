// What several strategies are made of: shares, and one device's training of a shard.
#pragma once
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "strategies/strategy.h"

namespace ringside {

// Part `part` of 0..total-1 cut into `parts` contiguous parts whose sizes differ by at most one, the larger ones first.
struct Share {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
Share share(std::int64_t total, int parts, int part);

// The shard of every device.
std::vector<Samples> shards_of(const StepSpec& spec);

// The host's batch and losses, double buffers.
struct HostSide {
  Span images, labels, losses;
  HostSide(Builder& builder, const StepSpec& spec);
};

// What a replica keeps more than one copy of: a delayed strategy uses this step's weights and gradient while the next
// step's weights are made from the previous step's gradient.
struct ReplicaCopies {
  int weights = 1;
  int gradient = 1;
};

// One device that holds the whole model and trains on a shard of the batch.
struct Replica {
  Replica(Builder& builder, const StepSpec& spec, DeviceId id, Samples shard, ReplicaCopies copies = {});

  // Fetches the next step's shard from the host: it travels under this step's compute.
  void feed(Builder& builder, const HostSide& host_side) const;

  // Forward and backward through all layers; the gradient of the mean loss over `divisor` samples ends up in
  // `gradient`.
  void compute(Builder& builder, int divisor) const;

  // The same in parts: forward through all layers, backward through one, from the last on.
  void forward(Builder& builder) const;
  void backward(Builder& builder, int layer, int divisor) const;

  // Sends the shard's losses to the host.
  void report(Builder& builder, const HostSide& host_side) const;

  const Network& network;
  DeviceId device;
  Samples samples;
  Span images, labels;        // double: this step's and the next one's
  std::vector<Span> outputs;  // of each layer; layers that work in place share one
  std::vector<Span> states;
  std::vector<Span> output_gradients;  // two buffers, by turns
  Span weights, gradient;              // the whole model, network order

 private:
  Span input_of(std::size_t layer) const;
};

// One update per layer with parameters, on the part of the model that `gradient` covers (gradient.begin counts floats
// of the model). `momentum` holds that part alone; empty: none.
void update_model(Builder& builder, const Network& network, Span gradient, Span weights, Span updated, Span momentum);

// A momentum buffer for so many floats; empty if the solver has no momentum.
Span momentum_buffer(Builder& builder, const Network& network, DeviceId device, std::int64_t floats);

}  // namespace ringside
