// Seconds an op takes when nothing is in its way. (What is in its way is the simulator's business.)
#pragma once
#include "core/graph/task.h"
#include "core/sim/machine.h"

namespace ringside {

// Forward, Backward: the measured time if the machine has one; else launch + the longer of flops / reached peak and
// bytes / memory bandwidth (roofline). CopyChannels, Reduce, Update and a Transfer within one device: launch + bytes / bandwidth.
// Requires: the op is no Transfer between two devices.
double op_seconds(const Op& op, const Network& network, const DeviceProfile& device);

}  // namespace ringside
