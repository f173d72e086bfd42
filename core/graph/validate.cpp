// The checks of a graph.
#include "core/graph/validate.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/match.h"
#include "core/graph/summary.h"

namespace ringside {
namespace {

// The floats of each span of a layer's op.
struct LayerFloats {
  std::int64_t input, params, labels, state, output;
};

LayerFloats layer_floats(const Layer& layer, Samples samples, Channels channels) {
  if (is_loss(layer)) {
    return {samples.count * layer.input.count(), 0, samples.count, 0, samples.count * (layer.input.count() + 1)};
  }
  const int of_all = layer.output.channels;
  const int input_channels = is_channel_local(layer) ? channels.count : layer.input.channels;
  return {samples.count * layer.input.pixels() * input_channels, layer.params() / of_all * channels.count, 0,
          samples.count * state_count(layer) / of_all * channels.count,
          samples.count * layer.output.pixels() * channels.count};
}

class Validator {
 public:
  Validator(const StepGraph& graph, const Network& network) : graph_(graph), network_(network) {}

  void check_all() {
    check_placements();
    holders_.reserve(graph_.tasks.size());
    for (std::size_t t = 0; t < graph_.tasks.size(); ++t) {
      task_ = TaskId{static_cast<int>(t)};
      check_names();
      holders_.push_back(holders_of(graph_.tasks[t].op));
    }
    collect_written();
    for (std::size_t t = 0; t < graph_.tasks.size(); ++t) {
      task_ = TaskId{static_cast<int>(t)};
      const Accesses touched = accesses(graph_.tasks[t].op);
      for (const Span& span : touched.reads) check_span(span);
      for (const Span& span : touched.writes) check_span(span);
      for (const Span& span : touched.reads) check_written(span);
      check_devices(touched);
      check_sizes();
      check_edges();
    }
  }

 private:
  template <class... Args>
  [[noreturn]] void complain(fmt::format_string<Args...> format, Args&&... args) const {
    fail("graph of {}: task {} ({}): {}", graph_.strategy, index(task_), task_text(graph_, network_, task_),
         fmt::format(format, std::forward<Args>(args)...));
  }

  std::string words(const Span& span) const {
    return fmt::format("[{}, {}) of buffer \"{}\"", span.begin, span.begin + span.count,
                       graph_.buffers[index(span.buffer)].name);
  }

  DeviceId holder(const Span& span) const { return graph_.buffers[index(span.buffer)].device; }

  // First of all: the words for a task name its layer and its buffers, and an edge leads to another task.
  void check_names() const {
    const Op& op = graph_.tasks[index(task_)].op;
    const int layer = match(
        op, [](const Forward& f) { return f.layer; }, [](const Backward& b) { return b.layer; },
        [](const Update& u) { return u.layer; }, [](const auto&) { return 0; });
    check(layer >= 0 && layer < static_cast<int>(network_.layers.size()),
          "graph of {}: task {} names layer {}; the network has {}", graph_.strategy, index(task_), layer,
          network_.layers.size());
    const auto check_buffer = [&](const Span& span) {
      check(index(span.buffer) < graph_.buffers.size(), "graph of {}: task {} names buffer {}; there are {}",
            graph_.strategy, index(task_), static_cast<int>(span.buffer), graph_.buffers.size());
    };
    const Accesses touched = accesses(op);
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) check_buffer(span);
    }
    // What no task can do without, be it empty or not.
    match(
        op, [&](const Forward& f) { check_buffer(f.output); }, [&](const Backward& b) { check_buffer(b.output); },
        [&](const Transfer& t) { check_buffer(t.from); }, [&](const CopyChannels& c) { check_buffer(c.from); },
        [&](const Reduce& r) { check_buffer(r.source); }, [&](const AllReduce& a) { check_buffer(a.sum); },
        [&](const Update& u) { check_buffer(u.weights); });
  }

  const Layer& layer(int l) const { return network_.layers[static_cast<std::size_t>(l)]; }

  void check_span(const Span& span) const {
    const Buffer& buffer = graph_.buffers[index(span.buffer)];
    if (span.begin < 0 || span.count < 0 || span.begin + span.count > buffer.floats) {
      complain("{} lies outside its {} floats", words(span), buffer.floats);
    }
    if (std::abs(span.age) >= buffer.copies) {
      complain("{} has age {}, which its {} copies cannot keep apart from this step's", words(span), span.age,
               buffer.copies);
    }
  }

  // Whatever some task writes, or is there when the run begins, may be read; the hazards see to the order.
  void collect_written() {
    written_.resize(graph_.buffers.size());
    for (const Task& task : graph_.tasks) {
      for (const Span& span : accesses(task.op).writes) add_written(span);
    }
    for (const Placement& placement : graph_.weights) add_written(placement.span);
    for (const BufferId buffer : {graph_.images, graph_.labels}) {
      if (buffer != no_buffer) add_written({buffer, 0, 0, graph_.buffers[index(buffer)].floats});
    }
    for (auto& spans : written_) {
      std::ranges::sort(spans);
      std::vector<std::pair<std::int64_t, std::int64_t>> merged;
      for (const auto& [begin, end] : spans) {
        if (!merged.empty() && begin <= merged.back().second) {
          merged.back().second = std::max(merged.back().second, end);
        } else {
          merged.emplace_back(begin, end);
        }
      }
      spans = std::move(merged);
    }
  }

  void add_written(const Span& span) { written_[index(span.buffer)].emplace_back(span.begin, span.begin + span.count); }

  void check_written(const Span& span) const {
    const auto& spans = written_[index(span.buffer)];
    const auto after = std::ranges::upper_bound(spans, span.begin, {}, &std::pair<std::int64_t, std::int64_t>::first);
    if (after != spans.begin() && (after - 1)->second >= span.begin + span.count) return;
    complain("reads {}, which nothing writes", words(span));
  }

  void check_devices(const Accesses& touched) const {
    const DeviceId device = device_of(graph_, graph_.tasks[index(task_)].op);
    if (device == host) complain("works on the host");
    if (std::holds_alternative<Transfer>(graph_.tasks[index(task_)].op)) return;
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) {
        if (holder(span) != device) complain("{} is on another device", words(span));
      }
    }
  }

  void check_equal(const Span& a, const Span& b) const {
    if (a.count != b.count) complain("{} and {} differ in size", words(a), words(b));
  }

  void check_call(int l, Samples samples, Channels channels) const {
    if (samples.first < 0 || samples.count < 1 || samples.first + samples.count > graph_.batch) {
      complain("works on samples {} to {} of a batch of {}", samples.first, samples.first + samples.count - 1,
               graph_.batch);
    }
    const int of_all = layer(l).output.channels;
    if (channels.first < 0 || channels.count < 1 || channels.first + channels.count > of_all ||
        (is_loss(layer(l)) && channels.count != of_all)) {
      complain("works on channels {} to {} of {}", channels.first, channels.first + channels.count - 1, of_all);
    }
  }

  void check_floats(const char* what, const Span& span, std::int64_t floats) const {
    if (span.count != floats) complain("its {} has {} floats; expected {}", what, span.count, floats);
  }

  void check_sizes() const {
    match(
        graph_.tasks[index(task_)].op,
        [&](const Forward& f) {
          check_call(f.layer, f.samples, f.channels);
          const LayerFloats floats = layer_floats(layer(f.layer), f.samples, f.channels);
          check_floats("input", f.input, floats.input);
          check_floats("params", f.params, floats.params);
          check_floats("labels", f.labels, floats.labels);
          check_floats("state", f.state, floats.state);
          check_floats("output", f.output, floats.output);
        },
        [&](const Backward& b) {
          check_call(b.layer, b.samples, b.channels);
          const LayerFloats floats = layer_floats(layer(b.layer), b.samples, b.channels);
          check_floats("input", b.input, floats.input);
          check_floats("params", b.params, floats.params);
          check_floats("labels", b.labels, floats.labels);
          check_floats("state", b.state, floats.state);
          check_floats("output", b.output, floats.output);
          check_floats("output gradient", b.output_gradient, is_loss(layer(b.layer)) ? 0 : floats.output);
          if (!b.input_gradient.empty()) check_floats("input gradient", b.input_gradient, floats.input);
          check_floats("params gradient", b.params_gradient, floats.params);
          if (b.divisor < 1) complain("takes the mean over {} samples", b.divisor);
        },
        [&](const Transfer& t) { check_equal(t.from, t.to); },
        [&](const CopyChannels& c) {
          const std::int64_t pixels = c.samples * c.pixels;
          if (c.from.count != pixels * c.from_channels || c.to.count != pixels * c.to_channels || c.from_first < 0 ||
              c.to_first < 0 || c.from_first + c.count > c.from_channels || c.to_first + c.count > c.to_channels) {
            complain("copies {} channels from {} of {} to {} of {} in {} pixels", c.count, c.from_first,
                     c.from_channels, c.to_first, c.to_channels, pixels);
          }
        },
        [&](const Reduce& r) { check_equal(r.source, r.into); }, [&](const AllReduce& a) { check_part(a); },
        [&](const Update& u) {
          check_equal(u.gradient, u.weights);
          check_equal(u.updated, u.weights);
          if (!u.momentum.empty()) check_equal(u.momentum, u.weights);
          const std::int64_t params = layer(u.layer).params();
          if (u.offset < 0 || u.offset + u.weights.count > params) {
            complain("updates parameters [{}, {}) of {}", u.offset, u.offset + u.weights.count, params);
          }
        });
  }

  // Part d stands on device d, one emitted right after the other, so that lanes cannot wait for each other in a circle.
  void check_part(const AllReduce& a) const {
    if (a.part < 0 || a.parts != graph_.devices || a.part >= a.parts || holder(a.sum) != DeviceId{a.part}) {
      complain("is part {} of {}; there is one on each of {} devices", a.part, a.parts, graph_.devices);
    }
    const auto first = static_cast<std::ptrdiff_t>(index(task_)) - a.part;
    for (int part = 0; part < a.parts; ++part) {
      const std::ptrdiff_t place = first + part;
      const bool there = place >= 0 && place < std::ssize(graph_.tasks);
      const auto* other = there ? std::get_if<AllReduce>(&graph_.tasks[static_cast<std::size_t>(place)].op) : nullptr;
      if (other == nullptr || other->part != part) complain("stands apart from part {} of its sum", part);
      check_equal(a.sum, other->sum);
    }
  }

  // The devices, host apart, that hold a span of the task: two at most, whatever the op; the same one twice if it is one.
  struct Holders {
    DeviceId a = host, b = host;
    bool share(const Holders& other) const {
      const auto known = [&](DeviceId device) { return device != host && (device == other.a || device == other.b); };
      return known(a) || known(b);
    }
  };

  Holders holders_of(const Op& op) const {
    Holders holders;
    const Accesses touched = accesses(op);
    for (const SpanList* list : {&touched.reads, &touched.writes}) {
      for (const Span& span : *list) {
        const DeviceId device = holder(span);
        if (device == host) continue;
        if (holders.a == host) holders.a = device;
        if (holders.a != device) holders.b = device;
      }
    }
    return holders;
  }

  void check_edges() const {
    const Holders& mine = holders_[index(task_)];
    for (const Edge& edge : graph_.after(task_)) {
      if (index(edge.from) >= graph_.tasks.size()) {
        complain("waits for task {}; there are {}", static_cast<int>(edge.from), graph_.tasks.size());
      }
      if (edge.lag < 0 || (edge.lag == 0 && edge.from >= task_)) {
        complain("waits for task {}, which comes later", index(edge.from));
      }
      // Two devices' losses never share a float of the host's, so that an edge through the host is one device's too.
      if (!mine.share(holders_[index(edge.from)])) {
        complain("waits for task {}, with which it shares no device", index(edge.from));
      }
    }
  }

  void check_placements() const {
    for (const Placement& p : graph_.weights) {
      const bool known = p.layer >= 0 && p.layer < static_cast<int>(network_.layers.size());
      check(known, "graph of {}: a place for weights of layer {}; the network has {}", graph_.strategy, p.layer,
            network_.layers.size());
      check(p.offset >= 0 && p.offset + p.span.count <= layer(p.layer).params(),
            "graph of {}: a place for parameters [{}, {}) of layer {} \"{}\", which has {}", graph_.strategy, p.offset,
            p.offset + p.span.count, p.layer, layer(p.layer).name, layer(p.layer).params());
      const bool fits = index(p.span.buffer) < graph_.buffers.size() && p.span.begin >= 0 &&
                        p.span.begin + p.span.count <= graph_.buffers[index(p.span.buffer)].floats;
      check(fits, "graph of {}: the place for layer {} \"{}\" lies outside its buffer", graph_.strategy, p.layer,
            layer(p.layer).name);
    }
    for (std::size_t l = 0; l < network_.layers.size(); ++l) {
      std::vector<std::pair<std::int64_t, std::int64_t>> covered;
      for (const Placement& p : graph_.weights) {
        if (p.layer == static_cast<int>(l)) covered.emplace_back(p.offset, p.offset + p.span.count);
      }
      std::ranges::sort(covered);
      std::int64_t reached = 0;
      for (const auto& [begin, end] : covered) {
        if (begin <= reached) reached = std::max(reached, end);
      }
      check(reached == network_.layers[l].params(), "graph of {}: layer {} \"{}\": {} of {} parameters have a place",
            graph_.strategy, l, network_.layers[l].name, reached, network_.layers[l].params());
    }
  }

  const StepGraph& graph_;
  const Network& network_;
  TaskId task_{};
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> written_;  // of each buffer, [begin, end)
  std::vector<Holders> holders_;                                             // of each task
};

}  // namespace

void validate(const StepGraph& graph, const Network& network) {
  Validator(graph, network).check_all();
}

}  // namespace ringside
