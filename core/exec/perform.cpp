// From a task and a step to one call of a kernel.
#include "core/exec/perform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>

#include "core/base/match.h"

namespace ringside {
namespace {

// Whether some backward pass of the layer wants the gradient of its input: its forward pass then shares the kernel.
bool input_gradient_wanted(const StepGraph& graph, int layer) {
  return std::ranges::any_of(graph.tasks, [&](const Task& task) {
    const auto* backward = std::get_if<Backward>(&task.op);
    return backward != nullptr && backward->layer == layer && !backward->input_gradient.empty();
  });
}

}  // namespace

LayerKernel& LayerKernels::find_or_make(Kernels& kernels, const LayerCall& call) {
  const Key key{&kernels, &call.layer, call.samples, call.first_channel, call.channels, call.input_gradient};
  std::unique_ptr<LayerKernel>& kernel = made_[key];
  if (!kernel) kernel = kernels.layer(call);
  return *kernel;
}

std::map<std::string, std::string> LayerKernels::origins() const {
  std::map<std::string, std::set<std::string_view>> names;
  for (const auto& [key, kernel] : made_) {
    if (!kernel->origin().empty()) names[std::get<const Layer*>(key)->name].insert(kernel->origin());
  }
  std::map<std::string, std::string> origins;
  for (const auto& [layer, found] : names) origins[layer] = fmt::format("{}", fmt::join(found, ", "));
  return origins;
}

std::vector<LayerAlgorithm> LayerKernels::algorithms() const {
  std::set<std::tuple<const Layer*, int, int, Algorithm>> all;  // layers stand in their network in order
  for (const auto& [key, kernel] : made_) {
    const auto& [kernels, layer, samples, first_channel, channels, input_gradient] = key;
    for (const Algorithm& algorithm : kernel->algorithms()) all.insert({layer, samples, channels, algorithm});
  }
  std::vector<LayerAlgorithm> algorithms;
  for (const auto& [layer, samples, channels, algorithm] : all) {
    algorithms.push_back({layer->name, samples, channels, algorithm});
  }
  return algorithms;
}

Perform::Perform(const RunContext& context, const Op& op, Kernels& kernels, LayerKernels& layer_kernels)
    : context_(context), op_(op) {
  const auto find = [&](int layer, Samples samples, Channels channels, bool input_gradient) {
    return &layer_kernels.find_or_make(kernels, {context.network.layers[static_cast<std::size_t>(layer)], samples.count,
                                                 channels.first, channels.count, input_gradient});
  };
  if (const auto* f = std::get_if<Forward>(&op)) {
    kernel_ = find(f->layer, f->samples, f->channels, input_gradient_wanted(context.graph, f->layer));
  } else if (const auto* b = std::get_if<Backward>(&op)) {
    kernel_ = find(b->layer, b->samples, b->channels, !b->input_gradient.empty());
  }
}

void Perform::operator()(Kernels& kernels, std::int64_t step) const {
  const auto at = [&](const Span& span) { return context_.workspace.at(span, step); };
  match(
      op_, [&](const Forward& op) { forward(op, step); }, [&](const Backward& op) { backward(op, step); },
      [&](const Transfer& op) { transfer(op, kernels, step); },
      [&](const CopyChannels& op) {
        kernels.copy_channels({at(op.from), at(op.to), op.samples, op.pixels, op.from_first, op.from_channels,
                               op.to_first, op.to_channels, op.count});
      },
      [&](const Reduce& op) { kernels.add(at(op.into), at(op.source), op.source.count); },
      [](const AllReduce&) { assert(!"a sum over devices is no one lane's work"); },
      [&](const Update& op) { update(op, kernels, step); });
}

// The batch's images take on the backend's order of values on their way to the device.
void Perform::transfer(const Transfer& op, Kernels& kernels, std::int64_t step) const {
  const float* from = context_.workspace.at(op.from, step);
  float* to = context_.workspace.at(op.to, step);
  if (op.from.buffer != context_.graph.images) return kernels.copy(to, from, op.from.count);
  const Shape& shape = context_.network.input;
  kernels.arrange({from, to, static_cast<int>(op.from.count / shape.count()), shape});
}

void Perform::forward(const Forward& op, std::int64_t step) const {
  const auto at = [&](const Span& span) { return context_.workspace.at(span, step); };
  kernel_->forward({.input = at(op.input),
                    .params = at(op.params),
                    .labels = at(op.labels),
                    .state = at(op.state),
                    .output = at(op.output),
                    .place = {context_.seed, step, op.samples.first, true}});
}

void Perform::backward(const Backward& op, std::int64_t step) const {
  const auto at = [&](const Span& span) { return context_.workspace.at(span, step); };
  kernel_->backward({.input = at(op.input),
                     .output = at(op.output),
                     .output_gradient = at(op.output_gradient),
                     .state = at(op.state),
                     .labels = at(op.labels),
                     .params = at(op.params),
                     .input_gradient = at(op.input_gradient),
                     .params_gradient = at(op.params_gradient),
                     .divisor = op.divisor,
                     .place = {context_.seed, step, op.samples.first, true}});
}

void Perform::update(const Update& op, Kernels& kernels, std::int64_t step) const {
  const auto at = [&](const Span& span) { return context_.workspace.at(span, step); };
  const float* weights = at(op.weights);
  float* updated = at(op.updated);
  const std::int64_t made_in = step - op.gradient.age;
  if (made_in < 0) {
    if (updated != weights) kernels.copy(updated, weights, op.weights.count);
    return;
  }

  const Layer& layer = context_.network.layers[static_cast<std::size_t>(op.layer)];
  const Solver& solver = context_.network.solver;
  const double rate = learning_rate(solver.rate, made_in);
  // The weights and the bias of a layer have multipliers of their own.
  const auto update_blob = [&](const Blob* blob, std::int64_t begin, std::int64_t end) {
    begin = std::max(begin, op.offset);
    end = std::min(end, op.offset + op.gradient.count);
    if (begin >= end) return;
    const std::int64_t first = begin - op.offset;
    kernels.sgd({.gradient = at(op.gradient) + first,
                 .weights = weights + first,
                 .updated = updated + first,
                 .velocity = op.momentum.empty() ? nullptr : at(op.momentum) + first,
                 .count = end - begin,
                 .rate = static_cast<float>(rate * blob->rate_multiplier),
                 .decay = solver.weight_decay * blob->decay_multiplier,
                 .momentum = op.momentum.empty() ? 0 : solver.momentum});
  };
  update_blob(weights_blob(layer), 0, layer.weight_count);
  update_blob(bias_blob(layer), layer.weight_count, layer.params());
}

}  // namespace ringside
