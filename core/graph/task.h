// What a step is made of: operations on spans of buffers, in an order that would be right one after another.
// Plain data: no clock, no thread, no cost. Read this second.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/net/network.h"

namespace ringside {

// Memory of one device. With `copies` 2 it is a double buffer that turns with every step: step t works on copy t mod 2,
// step t+1 on the other one, so that this step's values live on while the next step's are made. More copies, longer
// life.
struct Buffer {
  DeviceId device{};
  std::int64_t floats = 0;
  int copies = 1;
  std::string name;
};

// Floats [begin, begin + count) of a buffer. `age` picks the copy of a buffer that has several, (step - age) mod
// copies: 0 this step's, 1 the previous step's, -1 the next step's. An empty span (count 0) means "none".
struct Span {
  BufferId buffer = no_buffer;
  int age = 0;
  std::int64_t begin = 0;
  std::int64_t count = 0;

  bool empty() const { return count == 0; }
  Span part(std::int64_t first, std::int64_t size) const { return {buffer, age, begin + first, size}; }
  Span aged(int other) const { return {buffer, other, begin, count}; }
  bool operator==(const Span&) const = default;
};

struct Samples {  // of the step's global batch
  int first = 0;
  int count = 0;
  bool operator==(const Samples&) const = default;
};

struct Channels {  // of a layer's output
  int first = 0;
  int count = 0;
  bool operator==(const Channels&) const = default;
};

// One layer forward, for some samples and some of its output channels.
// A channel-local layer reads the same slice of channels it writes; the others read every input channel.
struct Forward {
  int layer = 0;
  Samples samples;
  Channels channels;
  Span input;
  Span params;  // the slice's weights, then its bias
  Span labels;  // loss only: one float a sample
  Span state;   // state_count floats a sample, for backward
  Span output;  // loss: samples · classes probabilities, then one loss a sample
};

// One layer backward. Writes (never adds to) its gradients. For a slice of a layer that is not channel-local the input
// gradient has every input channel and is partial: the slices' gradients sum up to the layer's.
struct Backward {
  int layer = 0;
  Samples samples;
  Channels channels;
  int divisor = 1;       // loss only: the mean is taken over so many samples
  Span input, output;    // as in forward
  Span output_gradient;  // none for the loss
  Span state, labels, params;
  Span input_gradient;  // none for the first layer
  Span params_gradient;
};

// A copy, within a device or between two; the host is one. Images from the host are whole samples: those that one task reads.
struct Transfer {
  Span from, to;
};

// A local copy of `count` channels between two activations of different width, for every pixel of every sample.
struct CopyChannels {
  Span from, to;
  int samples = 0;
  std::int64_t pixels = 0;  // of a sample: height · width
  int from_first = 0, from_channels = 0;
  int to_first = 0, to_channels = 0;
  int count = 0;
};

// into += source, on one device.
struct Reduce {
  Span source, into;
};

// One device's part of a sum over all devices, done by a library's own all-reduce: afterwards each part's span, which stands on
// device `part`, holds the sum of all. The parts of a sum are emitted next to each other (Builder::all_reduce) and are one op in
// the order of emission: none of them ends before all have begun.
struct AllReduce {
  Span sum;
  int part = 0, parts = 1;
};

// Caffe's SGD on parameters [offset, offset + count) of a layer: updated = weights - velocity. `updated` may be
// `weights`. Its rate is that of the step its gradient was made in: the step less gradient.age. Before there is such a
// step the update copies the weights and leaves the momentum alone.
struct Update {
  int layer = 0;
  std::int64_t offset = 0;
  Span gradient, weights, updated;
  Span momentum;  // none: the solver has no momentum
};

using Op = std::variant<Forward, Backward, Transfer, CopyChannels, Reduce, AllReduce, Update>;

// A short list of spans without an allocation: graphs of a thousand devices have millions of ops.
class SpanList {
 public:
  SpanList(std::initializer_list<Span> spans);  // leaves out empty spans
  const Span* begin() const { return spans_.data(); }
  const Span* end() const { return spans_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Span, 6> spans_;
  std::size_t size_ = 0;
};

struct Accesses {
  SpanList reads, writes;
};

// What an op reads and writes: the only source of hazards. A strategy cannot state it wrongly.
Accesses accesses(const Op& op);

struct Edge {
  TaskId from{};
  int lag = 0;  // 0: the same step; n: n steps ago
  bool operator==(const Edge&) const = default;
};

struct Task {
  Op op;
  std::int64_t first_edge = 0;  // into StepGraph::edges
  int edge_count = 0;
};

// Where a layer's parameters [offset, offset + span.count) stand.
struct Placement {
  int layer = 0;
  std::int64_t offset = 0;
  Span span;  // age 0: the copy the step starts from
};

// One training step, repeated for ever. Made by Builder, never by hand except in a test.
struct StepGraph {
  std::string strategy;
  int devices = 0;
  int batch = 0;                // global
  std::vector<Samples> shards;  // of each device; a device that sees the whole batch has all of it
  std::vector<Buffer> buffers;
  std::vector<Task> tasks;         // emission order: a legal order of execution
  std::vector<Edge> edges;         // of task 0, of task 1, ...
  std::vector<Placement> weights;  // every span that holds parameters; the first that covers one holds the result
  BufferId images = no_buffer;     // host, double: the batch, NHWC
  BufferId labels = no_buffer;     // host, double: one float a sample
  BufferId losses = no_buffer;     // host, double: one float a sample

  std::span<const Edge> after(TaskId task) const {
    const Task& t = tasks[index(task)];
    return std::span(edges).subspan(static_cast<std::size_t>(t.first_edge), static_cast<std::size_t>(t.edge_count));
  }
};

// The device an op runs on: the one that holds its spans. A transfer runs on its source, or, from the host, on its
// target.
DeviceId device_of(const StepGraph& graph, const Op& op);

// The tasks that are one op with this one: itself, or all parts of its sum.
struct Together {
  TaskId first{};
  int count = 1;
};
Together together_with(const StepGraph& graph, TaskId task);

}  // namespace ringside
