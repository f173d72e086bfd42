// The menu, what a spec is checked for, shards, traffic device by device, and memory that is not wasted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "strategies/pieces.h"
#include "strategies/strategy.h"
#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

using testing::HasSubstr;

template <class F>
std::string complaint_of(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return "none";
}

TEST(Menu, HasSevenStrategiesEachFoundByItsName) {
  std::set<std::string_view> names;
  for (const Strategy& strategy : strategies()) {
    names.insert(strategy.name);
    EXPECT_EQ(&find_strategy(strategy.name), &strategy);
    EXPECT_FALSE(strategy.summary.empty());
    EXPECT_EQ(strategy.build({small_network("windows"), 1, 2}).strategy, strategy.name);
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"single", "independent", "master_slave", "reduction_tree",
                                               "model_parallel", "ring_delayed", "allreduce"}));
}

TEST(Menu, AnUnknownNameIsAnsweredWithTheNearest) {
  const std::string complaint = complaint_of([] { find_strategy("ring_delay"); });
  EXPECT_THAT(complaint, HasSubstr("unknown strategy \"ring_delay\"; did you mean \"ring_delayed\"?"));
}

TEST(Spec, WhatCannotBeBuiltIsTurnedDown) {
  const Network& network = small_network("tiny");
  const auto complaint = [&](const char* name, int devices, int batch) {
    return complaint_of([&] { check_spec(find_strategy(name), {network, devices, batch}); });
  };
  EXPECT_EQ(complaint("master_slave", 4, 4), "none");
  EXPECT_EQ(complaint("model_parallel", 4, 1), "none") << "does not split the batch";
  EXPECT_THAT(complaint("master_slave", 0, 4), HasSubstr("strategy master_slave: 0 devices; expected at least 1"));
  EXPECT_THAT(complaint("single", 1, 0), HasSubstr("strategy single: a batch of 0; expected at least 1 sample"));
  EXPECT_THAT(complaint("ring_delayed", 4, 3), HasSubstr("strategy ring_delayed: a batch of 3 on 4 devices"));
  EXPECT_THAT(complaint("ring_delayed", 4, 3), HasSubstr("at most 3 devices or a batch of at least 4"));
  EXPECT_THAT(complaint_of([&] {
                find_strategy("single").build({network, 2, 4});
              }),
              HasSubstr("strategy single: 2 devices; it runs on 1"));
}

TEST(Share, PartsCoverAllAndDifferByOneAtMost) {
  for (const std::int64_t total : {0, 1, 7, 8, 50, 431080}) {
    for (const int parts : {1, 2, 3, 7, 8, 60}) {
      std::int64_t next = 0;
      std::int64_t before = share(total, parts, 0).count;
      for (int part = 0; part < parts; ++part) {
        const Share s = share(total, parts, part);
        EXPECT_EQ(s.first, next);
        EXPECT_LE(s.count, before) << "the larger ones come first";
        EXPECT_GE(s.count, total / parts);
        EXPECT_LE(s.count, total / parts + 1);
        next += s.count;
        before = s.count;
      }
      EXPECT_EQ(next, total);
    }
  }
}

TEST(Shards, FiftySamplesOnEightDevices) {
  const auto shards = shards_of({small_network("tiny"), 8, 50});
  std::vector<int> counts;
  for (const Samples& shard : shards) counts.push_back(shard.count);
  EXPECT_THAT(counts, testing::ElementsAre(7, 7, 6, 6, 6, 6, 6, 6));
  EXPECT_EQ(shards[7].first, 44);
}

TEST(Shards, AreInTheGraph) {
  const Network& network = small_network("windows");
  for (const Strategy& strategy : strategies()) {
    const StepSpec spec{network, strategy.name == "single" ? 1 : 3, 8};
    const bool whole = !strategy.splits_batch;
    const auto expected = whole ? std::vector(static_cast<std::size_t>(spec.devices), Samples{0, 8}) : shards_of(spec);
    EXPECT_EQ(strategy.build(spec).shards, expected) << strategy.name;
  }
}

TEST(Traffic, IsWhatTheStrategySays) {
  for (const Strategy& strategy : strategies()) {
    for (const Network& network : small_networks()) {
      for (const int devices : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16}) {
        if (strategy.name == "single" && devices > 1) break;
        for (const bool library_sums : {false, true}) {
          const StepSpec spec{network, devices, 17, library_sums};
          EXPECT_EQ(summarize(strategy.build(spec)).traffic, strategy.traffic(spec))
              << strategy.name << " on " << network.name << ", " << devices << " devices";
        }
      }
    }
  }
}

// 185 parameters. Device d sends every chunk but d+1 in the reduce-scatter, and every one but d+2 in the all-gather.
TEST(Traffic, OfTheRingDeviceByDevice) {
  const Network& network = small_network("windows");
  for (const int devices : {2, 3, 4, 5, 7, 8}) {
    const StepGraph graph = find_strategy("ring_delayed").build({network, devices, devices});
    const Summary summary = summarize(graph);
    for (int d = 0; d < devices; ++d) {
      const auto chunk = [&](int c) { return share(network.params(), devices, c % devices).count; };
      const Traffic expected{2 * (devices - 1), 2 * network.params() - chunk(d + 1) - chunk(d + 2)};
      EXPECT_EQ(summary.sent[static_cast<std::size_t>(d)], expected) << "device " << d << " of " << devices;
    }
    for (const Task& task : graph.tasks) {
      const auto* transfer = std::get_if<Transfer>(&task.op);
      if (transfer == nullptr) continue;
      const DeviceId from = graph.buffers[index(transfer->from.buffer)].device;
      const DeviceId to = graph.buffers[index(transfer->to.buffer)].device;
      if (from == host || to == host) continue;
      EXPECT_EQ(static_cast<int>(to), (static_cast<int>(from) + 1) % devices) << "to its neighbour alone";
    }
  }
}

// A library's sum counts, device by device, as the ring that it replaces.
TEST(Traffic, OfALibrarysSumsDeviceByDevice) {
  for (const Network& network : small_networks()) {
    for (const int devices : {1, 2, 3, 4, 5, 8, 16}) {
      const Strategy& strategy = find_strategy("allreduce");
      const Summary ring = summarize(strategy.build({network, devices, 16}));
      const Summary library = summarize(strategy.build({network, devices, 16, true}));
      EXPECT_EQ(library.sent, ring.sent) << network.name << ", " << devices << " devices";
    }
  }
}

// What a device sends its neighbour, in order: chunk d - i of the gradient, then chunk d + 1 - i of the weights.
TEST(Ring, SendsItsChunksInOrder) {
  const Network& network = small_network("windows");
  for (const int devices : {2, 3, 4, 5, 7, 8}) {
    const StepGraph graph = find_strategy("ring_delayed").build({network, devices, devices});
    std::vector<int> rounds(static_cast<std::size_t>(devices));
    for (const Task& task : graph.tasks) {
      const auto* transfer = std::get_if<Transfer>(&task.op);
      if (transfer == nullptr) continue;
      const Buffer& buffer = graph.buffers[index(transfer->from.buffer)];
      if (buffer.name != "gradient" && buffer.name != "weights") continue;
      const int d = static_cast<int>(buffer.device);
      const int i = rounds[index(buffer.device)]++;
      const bool gathers = i >= devices - 1;
      EXPECT_EQ(buffer.name, gathers ? "weights" : "gradient");
      const int chunk = gathers ? d + 1 - (i - (devices - 1)) : d - i;
      const Share expected = share(network.params(), devices, (chunk + devices) % devices);
      EXPECT_EQ(transfer->from.begin, expected.first) << "device " << d << " of " << devices << ", round " << i;
      EXPECT_EQ(transfer->from.count, expected.count);
    }
    EXPECT_EQ(rounds, std::vector<int>(static_cast<std::size_t>(devices), 2 * (devices - 1)));
  }
}

TEST(Buffers, OneDeviceNeedsNoBoxes) {
  const Network& network = small_network("windows");
  const auto bytes = [&](const char* name) {
    const StepGraph graph = find_strategy(name).build({network, 1, 8});
    for (const Buffer& buffer : graph.buffers) EXPECT_THAT(buffer.name, testing::Not(HasSubstr("box"))) << name;
    return summarize(graph).device_bytes.front();
  };
  EXPECT_EQ(bytes("independent"), bytes("single"));
  EXPECT_EQ(bytes("master_slave"), bytes("single"));
  EXPECT_EQ(bytes("reduction_tree"), bytes("single"));
  EXPECT_EQ(bytes("ring_delayed"), bytes("single") + 2 * 4 * network.params()) << "two copies of weights and gradient";
  bytes("model_parallel");
}

// But in- and outboxes, which have room for the widest part there is.
TEST(Buffers, AreAllUsedToTheirLastFloat) {
  for (const Strategy& strategy : strategies()) {
    for (const Network& network : small_networks()) {
      const StepGraph graph = strategy.build({network, strategy.name == "single" ? 1 : 3, 8});
      EXPECT_EQ(strategy.build({network, strategy.name == "single" ? 1 : 3, 8, true}).buffers.size(),
                graph.buffers.size() - (strategy.name == "allreduce" ? 3 : 0))
          << "a library needs no inboxes of ours";
      std::vector<std::int64_t> used(graph.buffers.size());
      for (const Task& task : graph.tasks) {
        const Accesses touched = accesses(task.op);
        for (const SpanList* list : {&touched.reads, &touched.writes}) {
          for (const Span& span : *list) {
            used[index(span.buffer)] = std::max(used[index(span.buffer)], span.begin + span.count);
          }
        }
      }
      for (std::size_t b = 0; b < used.size(); ++b) {
        const std::string& name = graph.buffers[b].name;
        if (name.starts_with("inbox") || name == "outbox") continue;
        EXPECT_EQ(used[b], graph.buffers[b].floats) << strategy.name << " on " << network.name << ": " << name;
      }
    }
  }
}

}  // namespace
}  // namespace ringside
