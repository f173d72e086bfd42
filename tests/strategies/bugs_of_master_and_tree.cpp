// Bugs of strategies in which one device sums and updates.
#include <algorithm>

#include "tests/strategies/planted_bugs.h"

namespace ringside {
namespace {

std::vector<std::size_t> reductions_on(const Emission& e, int device) {
  return e.places<Reduce>([&](const Reduce& r) { return e.stands_on(r.into, device); });
}

void leave_the_last_gradient_out(Emission& e) {
  e.erase(reductions_on(e, 0).back());
}

void sum_twice(Emission& e) {
  e.repeat(reductions_on(e, 0).front());
}

void sum_before_it_arrives(Emission& e) {
  const std::size_t reduction = reductions_on(e, 0).back();
  e.move(reduction, reduction - 1);  // its transfer stands before it
}

void update_before_the_last_sum(Emission& e) {
  const std::size_t reduction = reductions_on(e, 0).back();
  e.move(reduction, e.places<Update>([](const Update&) { return true; }).back());
}

void receive_over_the_gradient(Emission& e) {
  Transfer& t = e.at<Transfer>(e.transfers("gradient", 2, 0)[0]);
  t.to = e.at<Reduce>(reductions_on(e, 0)[0]).into;
}

void gather_one_gradient_twice(Emission& e) {
  e.at<Transfer>(e.transfers("gradient", 3, 0)[0]).from = e.at<Transfer>(e.transfers("gradient", 2, 0)[0]).from;
}

void sum_all_but_the_last_float(Emission& e) {
  Reduce& r = e.at<Reduce>(reductions_on(e, 0)[1]);
  r.source.count -= 1;
  r.into.count -= 1;
}

void forget_weights_of_the_last(Emission& e) {
  e.erase(e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "weights", 3); })[0]);
}

void send_weights_before_the_update(Emission& e) {
  const std::size_t transfer =
      e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "weights", 2); })[0];
  e.move(transfer, e.places<Update>([](const Update&) { return true; })[1]);
}

void send_part_of_the_weights(Emission& e) {
  Transfer& t =
      e.at<Transfer>(e.places<Transfer>([&](const Transfer& u) { return e.stands_in(u.to, "weights", 1); })[0]);
  t.from.count -= 1;
  t.to.count -= 1;
}

void send_shifted_weights(Emission& e) {
  Transfer& t =
      e.at<Transfer>(e.places<Transfer>([&](const Transfer& u) { return e.stands_in(u.to, "weights", 1); })[0]);
  t.from = t.from.part(1, t.from.count - 1);
  t.to = t.to.part(0, t.to.count - 1);
}

void send_to_a_smaller_span(Emission& e) {
  e.at<Transfer>(e.transfers("gradient", 1, 0)[0]).to.count -= 1;
}

void sum_across_devices(Emission& e) {
  Reduce& r = e.at<Reduce>(reductions_on(e, 0)[0]);
  r.source = e.at<Transfer>(e.transfers("gradient", 1, 0)[0]).from;
}

// The last device would start from zeros.
void load_no_weights_on_the_last(Emission& e) {
  std::erase_if(e.weights, [&](const Placement& p) { return e.stands_on(p.span, 3); });
}

void load_one_layer_nowhere(Emission& e) {
  std::erase_if(e.weights, [](const Placement& p) { return p.layer == 5; });
}

// 3 → 2, then 2 → 0, became 2 → 0, then 3 → 2.
void pass_on_before_summing(Emission& e) {
  const std::size_t inner = e.transfers("gradient", 3, 2)[0];
  const std::size_t outer = e.transfers("gradient", 2, 0)[0];
  e.move(outer, inner);
}

void leave_a_subtree_out(Emission& e) {
  const std::size_t outer = e.transfers("gradient", 2, 0)[0];
  e.erase(outer + 1);  // its sum
  e.erase(outer);
}

// 0 → 2, then 2 → 3, became 2 → 3, then 0 → 2: device 3 is a step behind.
void pass_weights_on_before_they_arrive(Emission& e) {
  const std::size_t outer = e.transfers("weights", 0, 2)[0];
  const std::size_t inner = e.transfers("weights", 2, 3)[0];
  e.move(inner, outer);
}

}  // namespace

std::vector<PlantedBug> bugs_of_master_and_tree() {
  using enum Catcher;
  return {
      {"master_slave", "the last gradient is not summed", comparison, leave_the_last_gradient_out},
      {"master_slave", "a gradient is summed twice", comparison, sum_twice},
      {"master_slave", "a sum before its gradient arrives", comparison, sum_before_it_arrives},
      {"master_slave", "update before the last sum", comparison, update_before_the_last_sum},
      {"master_slave", "a gradient received over the sum", comparison, receive_over_the_gradient},
      {"master_slave", "a device's gradient gathered twice, another's never", comparison, gather_one_gradient_twice},
      {"master_slave", "the last float is not summed", comparison, sum_all_but_the_last_float},
      {"master_slave", "weights not sent to the last device", comparison, forget_weights_of_the_last},
      {"master_slave", "weights sent in the middle of the update", comparison, send_weights_before_the_update},
      {"master_slave", "the last weight is not sent", comparison, send_part_of_the_weights},
      {"master_slave", "weights arrive one place off", comparison, send_shifted_weights},
      {"master_slave", "a transfer into a smaller span", validation, send_to_a_smaller_span},
      {"master_slave", "a sum of another device's memory", validation, sum_across_devices},
      {"master_slave", "no first weights on the last device", comparison, load_no_weights_on_the_last},
      {"master_slave", "no first weights of a layer", validation, load_one_layer_nowhere},
      {"reduction_tree", "a gradient is summed twice", comparison, sum_twice},
      {"reduction_tree", "a device passes its sum on before its child's came", comparison, pass_on_before_summing},
      {"reduction_tree", "a subtree is left out", comparison, leave_a_subtree_out},
      {"reduction_tree", "weights passed on before they came", comparison, pass_weights_on_before_they_arrive},
      {"reduction_tree", "weights not sent to the last device", comparison, forget_weights_of_the_last},
  };
}

}  // namespace ringside
