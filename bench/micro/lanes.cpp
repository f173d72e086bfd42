// Handing work from lane to lane: two streams that wait for each other in turns.
#include <benchmark/benchmark.h>

#include "bench/micro/benchmarks.h"
#include "core/backend/registry.h"

namespace ringside {
namespace {

class Nothing : public Command {
 public:
  void execute(Kernels&, std::int64_t) const override {}
};

// A ball thrown to and fro: every iteration is two hand-overs.
void hand_over(benchmark::State& state, int other_device) {
  const Backend& backend = find_backend("native");
  const auto first_device = backend.make_device(0, true);
  const auto second_device = backend.make_device(other_device, true);
  const auto there = first_device->make_event();
  const auto back = second_device->make_event();
  const auto first = first_device->make_stream();
  const auto second = second_device->make_stream();
  const Nothing nothing;
  Interval when;
  constexpr int throws = 256;
  for (auto _ : state) {
    for (int i = 0; i < throws; ++i) {
      first->run(nothing, 0, when);
      first->record(*there);
      second->wait(*there);
      second->run(nothing, 0, when);
      second->record(*back);
      first->wait(*back);
    }
    first->drain();
    second->drain();
  }
  state.SetItemsProcessed(state.iterations() * throws * 2);
}

}  // namespace

void register_lanes() {
  benchmark::RegisterBenchmark("hand_over/lanes_of_a_device", hand_over, 0)
      ->UseRealTime()
      ->ComputeStatistics("best", best);
  benchmark::RegisterBenchmark("hand_over/two_devices", hand_over, 1)->UseRealTime()->ComputeStatistics("best", best);
}

}  // namespace ringside
