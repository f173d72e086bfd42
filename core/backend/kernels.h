// Arithmetic of one stream of one device. The calls of one Kernels object come one after another, from one thread.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/net/network.h"

namespace ringside {

// A layer as one task calls it: so many samples, a slice of output channels (see Forward in core/graph/task.h).
struct LayerCall {
  const Layer& layer;
  int samples = 0;
  int first_channel = 0;
  int channels = 0;
  bool input_gradient = true;  // false: backward is called without one
};

// Where in the run a call stands: what dropout's mask is a function of.
struct CallPlace {
  std::uint64_t seed = 0;
  std::int64_t step = 0;
  int first_sample = 0;  // of the call, in the global batch
  bool training = true;
};

// Pointers are to this device's memory, sizes follow from the LayerCall; null where the layer has none. In what order
// activations and states hold their values is the backend's business, and may depend on the number of samples: whoever reads
// some reads all samples that were written in one call. (Probabilities and losses stand sample by sample on every backend.)
struct ForwardArgs {
  const float* input = nullptr;
  const float* params = nullptr;
  const float* labels = nullptr;
  float* state = nullptr;
  float* output = nullptr;  // may be `input` where is_in_place(layer)
  CallPlace place;
};

struct BackwardArgs {
  const float* input = nullptr;
  const float* output = nullptr;  // relu, tanh and the loss alone may read it: the next layer may have worked in place
  const float* output_gradient = nullptr;
  const float* state = nullptr;
  const float* labels = nullptr;
  const float* params = nullptr;
  float* input_gradient = nullptr;   // may be `output_gradient` where is_in_place(layer)
  float* params_gradient = nullptr;  // written, not added to
  int divisor = 1;                   // loss only: input_gradient = (p - one hot) / divisor
  CallPlace place;
};

// What a library was found to be fastest by, in one direction of a call.
struct Algorithm {
  std::string_view direction;  // "forward", "input_gradient", "weights_gradient"
  std::string name;            // the library's own
  std::int64_t workspace_bytes = 0;
  auto operator<=>(const Algorithm&) const = default;
};

class LayerKernel {
 public:
  virtual ~LayerKernel() = default;
  virtual void forward(const ForwardArgs& args) = 0;
  virtual void backward(const BackwardArgs& args) = 0;

  // Whose kernel it is, for the record, where the backend chooses; else empty.
  virtual std::string_view origin() const { return {}; }

  // By what algorithms it runs, for the record, where a library offers several; else empty.
  virtual std::span<const Algorithm> algorithms() const { return {}; }
};

// velocity = momentum · velocity + rate · (gradient + decay · weights);  updated = weights - velocity, in one pass.
// `velocity` null: momentum is 0. `updated` may be `weights`.
struct SgdArgs {
  const float* gradient = nullptr;
  const float* weights = nullptr;
  float* updated = nullptr;
  float* velocity = nullptr;
  std::int64_t count = 0;
  float rate = 0, decay = 0, momentum = 0;
};

// See CopyChannels in core/graph/task.h.
struct CopyChannelsArgs {
  const float* from = nullptr;
  float* to = nullptr;
  int samples = 0;
  std::int64_t pixels = 0;  // of a sample
  int from_first = 0, from_channels = 0;
  int to_first = 0, to_channels = 0;
  int count = 0;
};

// Images as the host has them, NHWC, on their way into the order in which this backend's layers take activations.
struct ArrangeArgs {
  const float* from = nullptr;
  float* to = nullptr;
  int samples = 0;
  Shape shape;  // of one sample
};

class Kernels {
 public:
  virtual ~Kernels() = default;

  // Prepares a layer; slow, done before the first step. The kernel lives no longer than this object and the layer.
  virtual std::unique_ptr<LayerKernel> layer(const LayerCall& call) = 0;

  virtual void copy(float* to, const float* from, std::int64_t count) = 0;
  virtual void arrange(const ArrangeArgs& args) = 0;
  virtual void copy_channels(const CopyChannelsArgs& args) = 0;
  virtual void add(float* into, const float* source, std::int64_t count) = 0;
  virtual void sgd(const SgdArgs& args) = 0;
};

}  // namespace ringside
