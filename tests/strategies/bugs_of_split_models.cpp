// Bugs of model parallelism: slices, exchanges, partial sums.
#include <algorithm>

#include "tests/strategies/planted_bugs.h"

namespace ringside {
namespace {

std::vector<std::size_t> sums_into(const Emission& e, std::string_view buffer, int device) {
  return e.places<Reduce>([&](const Reduce& r) { return e.stands_in(r.into, buffer, device); });
}

std::vector<std::size_t> copies_into(const Emission& e, std::string_view buffer, int device) {
  return e.places<CopyChannels>([&](const CopyChannels& c) { return e.stands_in(c.to, buffer, device); });
}

void leave_the_last_peer_out(Emission& e) {
  e.erase(sums_into(e, "dropout gradient", 1).back());
}

void sum_a_peer_twice(Emission& e) {
  e.repeat(sums_into(e, "dropout gradient", 1).front());
}

void forget_the_own_part(Emission& e) {
  e.erase(copies_into(e, "dropout gradient", 0).front());
}

void forget_a_peers_channels(Emission& e) {
  e.erase(copies_into(e, "dropout of all", 2).back());
}

void gather_into_other_channels(Emission& e) {
  e.at<CopyChannels>(copies_into(e, "dropout of all", 2)[0]).to_first += 1;
}

void scatter_other_channels(Emission& e) {
  const auto outgoing = copies_into(e, "outbox", 0);
  CopyChannels& c = e.at<CopyChannels>(outgoing.back());
  c.from_first = c.from_first == 0 ? 1 : c.from_first - 1;
}

void gather_beyond_the_last_channel(Emission& e) {
  e.at<CopyChannels>(copies_into(e, "dropout of all", 2).back()).to_first += 1;
}

void send_before_packing(Emission& e) {
  const std::size_t packed = copies_into(e, "outbox", 2).back();
  e.move(packed + 1, packed);
}

void unpack_before_it_arrives(Emission& e) {
  const std::size_t unpacked = copies_into(e, "dropout of all", 1).back();
  const Span inbox = e.at<CopyChannels>(unpacked).from;
  const auto arrivals = e.places<Transfer>([&](const Transfer& t) { return t.to == inbox; });
  e.move(unpacked, arrivals.front());
}

void sum_the_losses_of_all(Emission& e) {
  // As if every device had a partial gradient of the loss's input, as it has of other layers'.
  const auto own = copies_into(e, "ip gradient", 0).front();
  const auto& copied = e.at<CopyChannels>(own);
  e.ops.insert(e.ops.begin() + static_cast<std::ptrdiff_t>(own) + 1, Reduce{copied.to, copied.to});
}

void work_on_a_neighbours_slice(Emission& e) {
  for (Op& op : e.ops) {
    if (auto* f = std::get_if<Forward>(&op); f != nullptr && f->layer == 3 && e.stands_on(f->output, 1)) {
      f->channels.first = 0;  // lrn: the channels around are others
    }
  }
}

void number_units_from_zero(Emission& e) {
  for (Op& op : e.ops) {
    if (auto* f = std::get_if<Forward>(&op); f != nullptr && f->layer == 7) f->channels.first = 0;
    if (auto* b = std::get_if<Backward>(&op); b != nullptr && b->layer == 7) b->channels.first = 0;
  }
}

void place_the_bias_of_another(Emission& e) {
  for (Placement& p : e.weights) {
    if (p.layer == 5 && p.offset >= 60 && e.stands_on(p.span, 1)) p.offset = 60;  // conv2: 60 weights, then the biases
  }
}

void swap_two_placements(Emission& e) {
  std::vector<Placement*> of_conv1;
  for (Placement& p : e.weights) {
    if (p.layer == 0) of_conv1.push_back(&p);
  }
  std::swap(of_conv1[0]->span, of_conv1[2]->span);  // the weights of the first two slices, of one size
}

void decay_biases_as_weights(Emission& e) {
  for (const std::size_t place : e.places<Update>([](const Update& u) { return u.layer == 5; })) {
    e.at<Update>(place).offset = 0;
  }
}

void report_from_the_wrong_place(Emission& e) {
  const auto report = e.places<Transfer>([&](const Transfer& t) { return e.stands_in(t.to, "losses"); });
  e.at<Transfer>(report[0]).from.begin -= 1;
}

void call_too_many_channels(Emission& e) {
  const auto conv = e.places<Forward>([](const Forward& f) { return f.layer == 5; });
  e.at<Forward>(conv[0]).channels.count += 1;
}

void read_a_slice_for_the_whole(Emission& e) {
  const auto conv = e.places<Forward>([](const Forward& f) { return f.layer == 5; });
  Forward& f = e.at<Forward>(conv[0]);
  f.input.count /= 3;
}

}  // namespace

std::vector<PlantedBug> bugs_of_split_models() {
  using enum Catcher;
  return {
      {"model_parallel", "the last peer's partial gradient is left out", comparison, leave_the_last_peer_out},
      {"model_parallel", "a peer's partial gradient is summed twice", comparison, sum_a_peer_twice},
      {"model_parallel", "the own partial gradient is left out", comparison, forget_the_own_part},
      {"model_parallel", "a peer's channels are left out", comparison, forget_a_peers_channels},
      {"model_parallel", "channels gathered one place off", comparison, gather_into_other_channels},
      {"model_parallel", "gradients of other channels sent", comparison, scatter_other_channels},
      {"model_parallel", "channels gathered beyond the last", validation, gather_beyond_the_last_channel},
      {"model_parallel", "outbox sent before it is packed", comparison, send_before_packing},
      {"model_parallel", "inbox unpacked before it arrives", comparison, unpack_before_it_arrives},
      {"model_parallel", "the loss's gradient is summed though it is whole", comparison, sum_the_losses_of_all},
      {"model_parallel", "a slice normalised as another", comparison, work_on_a_neighbours_slice},
      {"model_parallel", "units numbered from zero on each device", comparison, number_units_from_zero},
      {"model_parallel", "a slice's bias placed at another's", validation, place_the_bias_of_another},
      {"model_parallel", "two slices' weights swapped", comparison, swap_two_placements},
      {"model_parallel", "biases updated as weights", comparison, decay_biases_as_weights},
      {"model_parallel", "losses reported from one place before", comparison, report_from_the_wrong_place},
      {"model_parallel", "more channels called than there are parameters", validation, call_too_many_channels},
      {"model_parallel", "a slice read for the whole input", validation, read_a_slice_for_the_whole},
  };
}

}  // namespace ringside
