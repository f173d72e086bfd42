// Bugs that any strategy of whole-model replicas could have, planted in the simplest that shows them.
#include <algorithm>

#include "tests/strategies/planted_bugs.h"

namespace ringside {
namespace {

template <class F>
void for_each_span(Op& op, const F& f) {
  std::visit(
      [&]<class Kind>(Kind& kind) {
        if constexpr (std::is_same_v<Kind, Backward>) {
          for (Span* span : {&kind.input, &kind.output, &kind.output_gradient, &kind.input_gradient}) f(*span);
        } else if constexpr (std::is_same_v<Kind, Forward>) {
          for (Span* span : {&kind.input, &kind.output}) f(*span);
        }
      },
      op);
}

// All backward passes of the loss.
template <class Change>
void change_losses(Emission& e, const Change& change) {
  for (const std::size_t place : e.places<Backward>([](const Backward& b) { return !b.labels.empty(); })) {
    change(e.at<Backward>(place));
  }
}

void divide_by_the_shard(Emission& e) {
  change_losses(e, [](Backward& b) { b.divisor = b.samples.count; });
}

void divide_by_the_batch(Emission& e) {
  change_losses(e, [](Backward& b) { b.divisor = 13; });
}

// Devices 1 and 2 have shards of the same size: the sum of the gradients alone would not tell.
void swap_shards(Emission& e) {
  const auto one = e.transfers("images", -1, 1);
  const auto two = e.transfers("images", -1, 2);
  std::swap(e.at<Transfer>(one[0]).from, e.at<Transfer>(two[0]).from);
  const auto label_one = e.transfers("labels", -1, 1);
  const auto label_two = e.transfers("labels", -1, 2);
  std::swap(e.at<Transfer>(label_one[0]).from, e.at<Transfer>(label_two[0]).from);
}

void fetch_other_labels(Emission& e) {
  e.at<Transfer>(e.transfers("labels", -1, 2)[0]).from.begin -= 1;
}

void fetch_last_sample_twice(Emission& e) {
  Transfer& t = e.at<Transfer>(e.transfers("images", -1, 1)[0]);
  t.from.begin -= t.from.count / 3;
}

void fetch_this_batch_again(Emission& e) {
  Transfer& t = e.at<Transfer>(e.transfers("images", -1, 3)[0]);
  t.from.age = 0;
}

void forget_to_fetch_labels(Emission& e) {
  e.erase(e.transfers("labels", -1, 3)[0]);
}

// Dropout's mask depends on the sample's place in the batch.
void number_samples_from_zero(Emission& e) {
  for (Op& op : e.ops) {
    if (auto* f = std::get_if<Forward>(&op)) f->samples.first = 0;
    if (auto* b = std::get_if<Backward>(&op)) b->samples.first = 0;
  }
}

void report_to_the_wrong_samples(Emission& e) {
  const auto one =
      e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "losses") && e.stands_on(t.from, 1); });
  const auto two =
      e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "losses") && e.stands_on(t.from, 2); });
  std::swap(e.at<Transfer>(one[0]).to, e.at<Transfer>(two[0]).to);
}

void report_probabilities(Emission& e) {
  const auto report = e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "losses"); });
  e.at<Transfer>(report[0]).from.begin = 0;
}

// A dropout over the output of a tanh, whose gradient needs it.
void work_in_place_over_tanh(Emission& e) {
  const auto named = [&](std::string_view name) {
    return std::ranges::find(e.buffers, name, &Buffer::name) - e.buffers.begin();
  };
  const auto from = BufferId{static_cast<int>(named("dropout"))};
  const auto to = BufferId{static_cast<int>(named("conv2"))};  // where the tanh works in place
  for (Op& op : e.ops) {
    for_each_span(op, [&](Span& span) {
      if (span.buffer == from) span.buffer = to;
    });
  }
}

// As if the two buffers did not take turns.
void write_gradient_over_its_source(Emission& e) {
  const auto conv = e.places<Backward>([](const Backward& b) { return b.layer == 5; });
  Backward& b = e.at<Backward>(conv[0]);
  b.input_gradient.buffer = b.output_gradient.buffer;
}

void share_one_state(Emission& e) {
  const auto state = [&](std::string_view name) {
    return std::ranges::find(e.buffers, name, &Buffer::name) - e.buffers.begin();
  };
  for (Op& op : e.ops) {
    auto* f = std::get_if<Forward>(&op);
    auto* b = std::get_if<Backward>(&op);
    Span* span = f != nullptr ? &f->state : b != nullptr ? &b->state : nullptr;
    if (span != nullptr && e.stands_in(*span, "lrn state"))
      span->buffer = BufferId{static_cast<int>(state("pool1 state"))};
  }
}

void skip_a_layer(Emission& e) {
  const auto relu = e.places<Backward>([](const Backward& b) { return b.layer == 4; });
  e.erase(relu[0]);
}

void update_only_the_weights(Emission& e) {
  const auto update = e.places<Update>([](const Update& u) { return u.layer == 5; });
  Update& u = e.at<Update>(update[0]);
  for (Span* span : {&u.gradient, &u.weights, &u.updated, &u.momentum}) span->count -= 5;  // conv2 has 5 biases
}

void update_without_momentum(Emission& e) {
  const auto update = e.places<Update>([](const Update& u) { return u.layer == 0; });
  e.at<Update>(update[0]).momentum = {};
}

void share_momentum_between_layers(Emission& e) {
  const auto updates = e.places<Update>([](const Update&) { return true; });
  e.at<Update>(updates[1]).momentum.begin = e.at<Update>(updates[0]).momentum.begin;
}

void update_before_backward(Emission& e) {
  const auto updates = e.places<Update>([](const Update&) { return true; });
  for (std::size_t i = 0; i < updates.size(); ++i) e.move(updates[i], i);
}

void update_a_layer_twice(Emission& e) {
  e.repeat(e.places<Update>([](const Update&) { return true; })[1]);
}

}  // namespace

std::vector<PlantedBug> bugs_of_any_replica() {
  using enum Catcher;
  return {
      {"master_slave", "the loss is divided by the shard, not the batch", comparison, divide_by_the_shard},
      {"ring_delayed", "the loss is divided by the shard, not the batch", comparison, divide_by_the_shard},
      {"independent", "the loss is divided by the batch, not the shard", comparison, divide_by_the_batch},
      {"master_slave", "two devices train on each other's shards", comparison, swap_shards},
      {"reduction_tree", "labels of other samples", comparison, fetch_other_labels},
      {"master_slave", "a sample trained on by two devices", comparison, fetch_last_sample_twice},
      {"ring_delayed", "a device fetches this batch again", comparison, fetch_this_batch_again},
      {"ring_delayed", "labels never fetched", validation, forget_to_fetch_labels},
      {"reduction_tree", "samples numbered from zero on each device", comparison, number_samples_from_zero},
      {"independent", "losses reported for other samples", comparison, report_to_the_wrong_samples},
      {"single", "probabilities reported for losses", comparison, report_probabilities},
      {"single", "dropout works in place over a tanh", comparison, work_in_place_over_tanh},
      {"single", "an input gradient written over its output gradient", comparison, write_gradient_over_its_source},
      {"single", "two layers share one state", comparison, share_one_state},
      {"single", "a relu left out of the backward pass", comparison, skip_a_layer},
      {"single", "biases never updated", comparison, update_only_the_weights},
      {"single", "a layer updated without momentum", comparison, update_without_momentum},
      {"single", "two layers share one momentum", comparison, share_momentum_between_layers},
      {"single", "update before the backward pass", comparison, update_before_backward},
      {"single", "a layer updated twice", comparison, update_a_layer_twice},
  };
}

}  // namespace ringside
