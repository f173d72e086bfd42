// Bugs of the delayed ring: chunks, rounds, and which of two copies is meant.
#include <algorithm>

#include "tests/strategies/planted_bugs.h"

namespace ringside {
namespace {

constexpr int devices = 4;

// The transfers of a device to its neighbour, round by round.
std::vector<std::size_t> rounds(const Emission& e, std::string_view from, int device) {
  return e.transfers(from, device, (device + 1) % devices);
}

std::vector<std::size_t> sums(const Emission& e) {
  return e.places<Reduce>([](const Reduce&) { return true; });
}

std::vector<std::size_t> updates_on(const Emission& e, int device) {
  return e.places<Update>([&](const Update& u) { return e.stands_on(u.weights, device); });
}

// What is left of a span of the model if chunks were cut to floor(n / N) floats each. 185 parameters: one is lost.
void cut_tail(Span& span, std::int64_t whole) {
  span.count = std::min(span.count, whole - span.begin);
}

void drop_the_tail(Emission& e) {
  const std::int64_t whole = 184;
  for (Op& op : e.ops) {
    if (auto* t = std::get_if<Transfer>(&op)) {
      Span& model = e.stands_in(t->from, "gradient") || e.stands_in(t->from, "weights") ? t->from : t->to;
      if (!e.stands_in(model, "gradient") && !e.stands_in(model, "weights")) continue;
      cut_tail(model, whole);
      t->from.count = t->to.count = model.count;
    } else if (auto* r = std::get_if<Reduce>(&op)) {
      cut_tail(r->into, whole);
      r->source.count = r->into.count;
    } else if (auto* u = std::get_if<Update>(&op)) {
      cut_tail(u->weights, whole);
      for (Span* span : {&u->gradient, &u->updated, &u->momentum}) span->count = u->weights.count;
    }
  }
}

// 185 floats in chunks of 47, 46, 46, 46: chunks 2 and 3 are of one size.
void send_a_wrong_chunk(Emission& e) {
  for (const std::size_t place : rounds(e, "gradient", 3)) {
    Span& from = e.at<Transfer>(place).from;
    if (from.begin == 139) from.begin = 93;
  }
}

void sum_into_a_wrong_chunk(Emission& e) {
  for (const std::size_t place : sums(e)) {
    Span& into = e.at<Reduce>(place).into;
    if (e.stands_on(into, 0) && into.begin == 139) into.begin = 93;
  }
}

void sum_a_chunk_twice(Emission& e) {
  e.repeat(sums(e)[5]);
}

void stop_summing_a_round_early(Emission& e) {
  for (int d = 0; d < devices; ++d) e.erase(sums(e).back());
}

void stop_spreading_a_round_early(Emission& e) {
  for (int d = 0; d < devices; ++d) e.erase(rounds(e, "weights", d).back());
}

void spread_before_the_update(Emission& e) {
  const std::size_t transfer = rounds(e, "weights", 1).front();
  e.move(transfer, updates_on(e, 1).front());
}

void update_before_the_last_sum(Emission& e) {
  const std::size_t update = updates_on(e, 2).front();
  e.move(update, sums(e)[8]);
}

// As if gradient were not aged: at that point of the step it still holds the gradient of two steps ago.
void sum_the_gradient_of_this_step(Emission& e) {
  for (Op& op : e.ops) {
    if (auto* t = std::get_if<Transfer>(&op)) {
      if (e.stands_in(t->from, "gradient")) t->from.age = 0;
    } else if (auto* r = std::get_if<Reduce>(&op)) {
      r->into.age = 0;
    } else if (auto* u = std::get_if<Update>(&op)) {
      u->gradient.age = 0;
    }
  }
}

void sum_one_gradient_of_this_step(Emission& e) {
  e.at<Transfer>(rounds(e, "gradient", 2).front()).from.age = 0;
}

void update_this_steps_weights(Emission& e) {
  for (const std::size_t place : updates_on(e, 1)) e.at<Update>(place).updated.age = 0;
}

void update_from_next_steps_weights(Emission& e) {
  for (const std::size_t place : updates_on(e, 1)) e.at<Update>(place).weights.age = -1;
}

void spread_this_steps_weights(Emission& e) {
  e.at<Transfer>(rounds(e, "weights", 0).front()).from.age = 0;
}

// As in a ring that forgets its delay when it looks up the rate and decides on the first step.
void take_the_gradient_for_fresh(Emission& e) {
  for (const std::size_t place : updates_on(e, 3)) {
    Update& u = e.at<Update>(place);
    u.gradient.age = -1;  // the same copy of two as age 1
  }
}

void train_on_stale_weights(Emission& e) {
  const auto place = e.places<Forward>([&](const Forward& f) { return f.layer == 5 && e.stands_on(f.output, 2); });
  e.at<Forward>(place[0]).params.age = 1;
}

void differentiate_stale_weights(Emission& e) {
  const auto place = e.places<Backward>([&](const Backward& b) { return b.layer == 5 && e.stands_on(b.output, 2); });
  e.at<Backward>(place[0]).params.age = 1;
}

void write_over_the_delayed_gradient(Emission& e) {
  const auto place = e.places<Backward>([&](const Backward& b) { return b.layer == 8 && e.stands_on(b.output, 0); });
  e.at<Backward>(place[0]).params_gradient.age = 1;
}

void keep_one_gradient(Emission& e) {
  for (Buffer& buffer : e.buffers) {
    if (buffer.name == "gradient") buffer.copies = 1;
  }
}

void keep_a_small_inbox(Emission& e) {
  for (Buffer& buffer : e.buffers) {
    if (buffer.name == "inbox") buffer.floats -= 1;
  }
}

void receive_over_the_gradient(Emission& e) {
  const std::size_t place = rounds(e, "gradient", 1).front();
  e.at<Transfer>(place).to = e.at<Reduce>(sums(e)[1]).into;
}

// Device 0 owns floats 47 to 92: the end of conv1 and half of conv2.
void forget_where_the_chunk_begins(Emission& e) {
  for (const std::size_t place : updates_on(e, 0)) e.at<Update>(place).offset = 0;
}

void begin_every_momentum_at_zero(Emission& e) {
  for (const std::size_t place : updates_on(e, 0)) e.at<Update>(place).momentum.begin = 0;
}

void update_part_of_the_chunk(Emission& e) {
  e.erase(updates_on(e, 0).back());
}

}  // namespace

std::vector<PlantedBug> bugs_of_the_ring() {
  using enum Catcher;
  return {
      {"ring_delayed", "the tail is dropped", comparison, drop_the_tail},
      {"ring_delayed", "a wrong chunk is sent", comparison, send_a_wrong_chunk},
      {"ring_delayed", "a sum goes into a wrong chunk", comparison, sum_into_a_wrong_chunk},
      {"ring_delayed", "a chunk is summed twice", comparison, sum_a_chunk_twice},
      {"ring_delayed", "sums stop a round early", comparison, stop_summing_a_round_early},
      {"ring_delayed", "the new weights stop a round early", comparison, stop_spreading_a_round_early},
      {"ring_delayed", "a chunk is spread before its update", comparison, spread_before_the_update},
      {"ring_delayed", "update before the last sum", comparison, update_before_the_last_sum},
      {"ring_delayed", "gradients are not aged", comparison, sum_the_gradient_of_this_step},
      {"ring_delayed", "one gradient is not aged", comparison, sum_one_gradient_of_this_step},
      {"ring_delayed", "this step's weights are updated", comparison, update_this_steps_weights},
      {"ring_delayed", "next step's weights are updated", comparison, update_from_next_steps_weights},
      {"ring_delayed", "this step's weights are spread", comparison, spread_this_steps_weights},
      {"ring_delayed", "a delayed gradient taken for a fresh one", comparison, take_the_gradient_for_fresh},
      {"ring_delayed", "forward with the weights before", comparison, train_on_stale_weights},
      {"ring_delayed", "backward with the weights before", comparison, differentiate_stale_weights},
      {"ring_delayed", "backward writes over the delayed gradient", comparison, write_over_the_delayed_gradient},
      {"ring_delayed", "one gradient buffer instead of two", validation, keep_one_gradient},
      {"ring_delayed", "the inbox is too small", validation, keep_a_small_inbox},
      {"ring_delayed", "a chunk received over the gradient", comparison, receive_over_the_gradient},
      {"ring_delayed", "the chunk's offset in its layer forgotten", comparison, forget_where_the_chunk_begins},
      {"ring_delayed", "all momenta of a chunk begin at zero", comparison, begin_every_momentum_at_zero},
      {"ring_delayed", "the second layer of a chunk is not updated", comparison, update_part_of_the_chunk},
  };
}

}  // namespace ringside
