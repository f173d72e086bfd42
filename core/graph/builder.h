// Turns a strategy's emission into a graph: it derives every edge from what the ops read and write.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

class Builder {
 public:
  Builder(std::string strategy, int devices, int batch);

  // A new buffer; the span is all of it, age 0. Zero when the run begins. No floats: no buffer, and an empty span.
  Span buffer(DeviceId device, std::int64_t floats, std::string name, int copies = 1);

  // Declares the host's side: the batch and the losses.
  void host_buffers(BufferId images, BufferId labels, BufferId losses);

  void shards(std::vector<Samples> shards);

  // Declares that `span` holds parameters [offset, offset + span.count) of a layer when a step begins.
  void holds_weights(int layer, std::int64_t offset, Span span);

  // Emits the next op. One that writes nothing is dropped.
  void add(Op op);

  // Emits a sum over all devices; sums[d] stands on device d. Over one it is dropped: it would change nothing.
  void all_reduce(std::span<const Span> sums);

  // Derives the edges: two ops that touch overlapping floats of the same copy, not both reading, keep their emission
  // order, within a step (lag 0) and from one step to a later one (lag 1 to the buffer's copies). Edges that follow from
  // others of the same task's reads and writes are left out: per float only the last writer and the readers since count.
  StepGraph finish() &&;

 private:
  StepGraph graph_;
};

}  // namespace ringside
