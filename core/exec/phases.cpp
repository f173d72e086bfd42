// Intersections of intervals.
#include "core/exec/phases.h"

#include <algorithm>

namespace ringside {
namespace {

Interval intersection(Interval a, Interval b) {
  const double begin = std::max(a.begin_s, b.begin_s);
  return {begin, std::max(begin, std::min(a.end_s, b.end_s))};
}

double length(Interval i) {
  return i.end_s - i.begin_s;
}

}  // namespace

Phases phases_within(Interval window, std::span<const Busy> compute, std::span<const Busy> transfer) {
  Phases phases;
  for (const Busy& busy : compute) phases.compute_s += length(intersection(busy.when, window));

  double both = 0;
  auto next = compute.begin();  // the first that may still meet a transfer
  for (const Busy& busy : transfer) {
    const Interval part = intersection(busy.when, window);
    phases.communicate_s += length(part);
    if (busy.input) phases.input_s += length(part);
    while (next != compute.end() && next->when.end_s <= part.begin_s) ++next;
    for (auto c = next; c != compute.end() && c->when.begin_s < part.end_s; ++c) {
      both += length(intersection(c->when, part));
    }
  }
  // Sums of doubles may miss each other by a rounding.
  phases.exposed_communicate_s = std::max(0.0, phases.communicate_s - both);
  phases.wait_s = std::max(0.0, length(window) - phases.compute_s - phases.exposed_communicate_s);
  return phases;
}

}  // namespace ringside
