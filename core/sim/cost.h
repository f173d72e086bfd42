// Seconds an op takes when nothing is in its way. (What is in its way is the simulator's business.)
#pragma once
#include <optional>

#include "core/graph/task.h"
#include "core/sim/machine.h"

namespace ringside {

// The time measured on the device, if it has one; else, for Forward and Backward, launch + the longer of flops / reached peak and
// bytes / memory bandwidth (roofline); for CopyChannels, Reduce, Update and a Transfer within one device, launch + bytes /
// bandwidth; for an AllReduce what its sums alone take, as those of a ring. A CopyChannels is estimated always. None: a Transfer between two devices, or with the host, that was not measured:
// its link decides.
std::optional<double> op_seconds(const StepGraph& graph, const Op& op, const Network& network,
                                 const DeviceProfile& device);

// What a device sends at a time if all go round a ring: the largest chunk is the one that everybody waits for.
std::int64_t chunk_floats(const AllReduce& part);

}  // namespace ringside
