// Sums and copies around a ring of devices, in as many chunks as there are devices.
#pragma once
#include <span>

#include "core/graph/builder.h"

namespace ringside {

// Chunk `chunk`, counted around the ring in either direction, of a span cut into one a device.
Span chunk_of(const Span& span, int devices, int chunk);

// copies[d] is device d's span for the same numbers, inboxes[d] has room for the largest chunk. Afterwards device d has chunk d+1
// of the devices' sum.
void reduce_scatter(Builder& builder, std::span<const Span> copies, std::span<const Span> inboxes);

// Device d has chunk d+1; afterwards every device has all.
void all_gather(Builder& builder, std::span<const Span> copies);

}  // namespace ringside
