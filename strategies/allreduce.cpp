// allreduce: every device has the sum of all gradients, bucket by bucket, and updates its own model: what data parallelism in
// today's frameworks does (PyTorch's DistributedDataParallel: Li et al., VLDB 2020).
//
//   compute lane    forward  backward fc │ backward conv │        update, forward of the next step
//   transfer lane                        │ sum fc's bucket round the ring │ conv's │
//
// Moves    2(N-1)N messages a bucket and step, 1/N of it each: each device sends 2(N-1)/N of the model, to its neighbour alone.
//          Where the devices have a library that sums (NCCL), a bucket is one AllReduce of it, which counts as much.
// Memory   the model, its gradient and momentum on every device; an inbox of 1/N of the largest bucket (none with a library, which
//          keeps its own).
// Means    SGD on the global batch.
// Overlaps a bucket's way with the backward pass of the layers before it. The last bucket's is exposed, and all of it where the
//          model is one bucket.
#include <algorithm>

#include "strategies/builders.h"
#include "strategies/pieces.h"
#include "strategies/ring.h"

namespace ringside {
namespace {

// Layers [first, last], whose gradients travel together.
struct Bucket {
  std::size_t first, last;
  std::int64_t begin, count;  // parameters of the model
};

// From the last layer on, as gradients are made; a bucket is closed when it is full. The first one is small, so that there is
// soon something to send. The sizes are those of DistributedDataParallel.
std::vector<Bucket> buckets_of(const Network& network) {
  constexpr std::int64_t mib_of_floats = (1 << 20) / static_cast<std::int64_t>(sizeof(float));
  constexpr std::int64_t first_size = mib_of_floats;
  constexpr std::int64_t size = 25 * mib_of_floats;
  std::vector<Bucket> buckets;
  bool open = false;
  for (std::size_t l = network.layers.size(); l-- > 0;) {
    const Layer& layer = network.layers[l];
    if (!open && (layer.params() > 0 || buckets.empty())) buckets.push_back({l, l, layer.offset, 0});
    Bucket& bucket = buckets.back();
    bucket.first = l;
    bucket.count += layer.params();
    if (layer.params() > 0) bucket.begin = layer.offset;
    open = bucket.count < (buckets.size() == 1 ? first_size : size);
  }
  return buckets;
}

}  // namespace

StepGraph build_allreduce(const StepSpec& spec) {
  Builder builder("allreduce", spec.devices, spec.batch);
  const HostSide host_side(builder, spec);
  const std::vector<Samples> shards = shards_of(spec);
  builder.shards(shards);
  const std::vector<Bucket> buckets = buckets_of(spec.network);
  const std::int64_t largest = std::ranges::max(buckets, {}, &Bucket::count).count;

  std::vector<Replica> replicas;
  std::vector<Span> inboxes, momenta;
  for (int d = 0; d < spec.devices; ++d) {
    replicas.emplace_back(builder, spec, DeviceId{d}, shards[static_cast<std::size_t>(d)]);
    momenta.push_back(momentum_buffer(builder, spec.network, DeviceId{d}, spec.network.params()));
    const bool needs_inbox = spec.devices > 1 && !spec.library_sums;
    inboxes.push_back(builder.buffer(DeviceId{d}, needs_inbox ? share(largest, spec.devices, 0).count : 0, "inbox"));
  }

  for (const Replica& replica : replicas) replica.feed(builder, host_side);
  for (const Replica& replica : replicas) replica.forward(builder);
  for (const Bucket& bucket : buckets) {
    for (std::size_t l = bucket.last + 1; l-- > bucket.first;) {
      for (const Replica& replica : replicas) replica.backward(builder, static_cast<int>(l), spec.batch);
    }
    std::vector<Span> copies;
    for (const Replica& replica : replicas) copies.push_back(replica.gradient.part(bucket.begin, bucket.count));
    if (spec.library_sums) {
      builder.all_reduce(copies);
    } else {
      reduce_scatter(builder, copies, inboxes);
      all_gather(builder, copies);
    }
  }
  for (std::size_t d = 0; d < replicas.size(); ++d) {
    const Replica& replica = replicas[d];
    update_model(builder, spec.network, replica.gradient, replica.weights, replica.weights, momenta[d]);
  }
  for (const Replica& replica : replicas) replica.report(builder, host_side);
  return std::move(builder).finish();
}

Traffic allreduce_traffic(const StepSpec& spec) {
  const std::int64_t n = spec.devices;
  Traffic traffic;
  for (const Bucket& bucket : buckets_of(spec.network)) {
    traffic.messages += 2 * (n - 1) * std::min(n, bucket.count);
    traffic.floats += 2 * (n - 1) * bucket.count;
  }
  return traffic;
}

}  // namespace ringside
