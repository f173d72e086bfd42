// What each op does, in integers, from its description in core/graph/task.h.
#include "tests/strategies/integer_machine.h"

#include <algorithm>
#include <variant>

#include "core/base/match.h"
#include "tests/strategies/word_layers.h"

namespace ringside {

IntegerMachine::IntegerMachine(const Network& network, const StepGraph& graph, int steps)
    : network_(network), graph_(graph) {
  for (std::size_t b = 0; b < graph.buffers.size(); ++b) {
    const BufferId id{static_cast<int>(b)};
    const bool of_host = id == graph.images || id == graph.labels || id == graph.losses;
    copies_.push_back(of_host ? steps + 1 : graph.buffers[b].copies);
    words_.emplace_back(static_cast<std::size_t>(graph.buffers[b].floats * copies_.back()));
  }
  for (int step = 0; step <= steps; ++step) {
    const WordBatch batch = word_batch(network, graph.batch, step);
    std::ranges::copy(batch.images, at({graph.images, 0, 0, 1}, step));
    std::ranges::copy(batch.labels, at({graph.labels, 0, 0, 1}, step));
  }
}

void IntegerMachine::load(const Words& weights) {
  for (const Placement& p : graph_.weights) {
    const std::int64_t first = network_.layers[static_cast<std::size_t>(p.layer)].offset + p.offset;
    std::copy_n(weights.begin() + first, p.span.count, at(p.span, 0));
  }
}

void IntegerMachine::perform(TaskId task, int step) {
  const Op& op = graph_.tasks[index(task)].op;
  if (const auto* part = std::get_if<AllReduce>(&op)) return perform(*part, task, step);
  match(
      op, [](const AllReduce&) {}, [&](const auto& other) { perform(other, step); });
}

Word* IntegerMachine::at(const Span& span, int step) {
  if (span.empty()) return nullptr;
  const int copies = copies_[index(span.buffer)];
  const int copy = ((step - span.age) % copies + copies) % copies;
  return words_[index(span.buffer)].data() + copy * graph_.buffers[index(span.buffer)].floats + span.begin;
}

Words IntegerMachine::read(const Span& span, int step) const {
  const Word* begin = const_cast<IntegerMachine*>(this)->at(span, step);
  return {begin, begin + span.count};
}

void IntegerMachine::perform(const Forward& op, int step) {
  word_forward({network_, op.layer, step, op.samples, op.channels},
               {at(op.input, step), at(op.params, step), at(op.labels, step), at(op.state, step), at(op.output, step)});
}

void IntegerMachine::perform(const Backward& op, int step) {
  word_backward(
      {network_, op.layer, step, op.samples, op.channels},
      {at(op.input, step), at(op.output, step), at(op.output_gradient, step), at(op.state, step), at(op.labels, step),
       at(op.params, step), at(op.input_gradient, step), at(op.params_gradient, step), op.divisor});
}

void IntegerMachine::perform(const Transfer& op, int step) {
  std::copy_n(at(op.from, step), op.from.count, at(op.to, step));
}

void IntegerMachine::perform(const CopyChannels& op, int step) {
  for (std::int64_t pixel = 0; pixel < op.samples * op.pixels; ++pixel) {
    std::copy_n(at(op.from, step) + pixel * op.from_channels + op.from_first, op.count,
                at(op.to, step) + pixel * op.to_channels + op.to_first);
  }
}

void IntegerMachine::perform(const Reduce& op, int step) {
  for (std::int64_t i = 0; i < op.source.count; ++i) at(op.into, step)[i] += at(op.source, step)[i];
}

// In an order of tasks one after another the first part stands for all: nothing between the parts may touch what they sum.
void IntegerMachine::perform(const AllReduce& op, TaskId task, int step) {
  if (!summed_.insert({static_cast<int>(task) - op.part, step}).second) return;
  Words sums(static_cast<std::size_t>(op.sum.count));
  const auto part = [&](int p) {
    return std::get<AllReduce>(graph_.tasks[index(task) - static_cast<std::size_t>(op.part - p)].op).sum;
  };
  for (int p = 0; p < op.parts; ++p) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += at(part(p), step)[i];
  }
  for (int p = 0; p < op.parts; ++p) std::ranges::copy(sums, at(part(p), step));
}

void IntegerMachine::perform(const Update& op, int step) {
  const Word* gradient = at(op.gradient, step);
  const Word* weights = at(op.weights, step);
  Word* updated = at(op.updated, step);
  Word* momentum = at(op.momentum, step);
  const int made_in = step - op.gradient.age;
  const Layer& layer = network_.layers[static_cast<std::size_t>(op.layer)];
  const WordSolver solver(network_.solver);
  for (std::int64_t i = 0; i < op.gradient.count; ++i) {
    if (made_in < 0) {
      updated[i] = weights[i];
      continue;
    }
    const Blob& blob = op.offset + i < layer.weight_count ? *weights_blob(layer) : *bias_blob(layer);
    const Word rate = WordSolver::rate(made_in) * static_cast<Word>(blob.rate_multiplier);
    const Word decay = solver.decay * static_cast<Word>(blob.decay_multiplier);
    Word velocity = rate * (gradient[i] + decay * weights[i]);
    if (momentum != nullptr) velocity = momentum[i] = solver.momentum * momentum[i] + velocity;
    updated[i] = weights[i] - velocity;
  }
}

}  // namespace ringside
