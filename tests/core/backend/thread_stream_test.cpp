// Streams that are threads: order, events, errors, full rings, destruction.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "core/backend/device.h"
#include "tests/core/backend/command_kit.h"

namespace ringside::test {
namespace {

constexpr int more_than_a_ring = 5000;
constexpr double for_ever_s = 600;

TEST(ThreadStream, RunsInOrderAndTellsWhen) {
  const auto device = make_device();
  const auto stream = device->make_stream();
  std::vector<std::int64_t> ran;
  const Call note([&](std::int64_t step) { ran.push_back(step); });
  std::vector<Interval> when(100);
  for (std::size_t i = 0; i < when.size(); ++i) stream->run(note, static_cast<std::int64_t>(i), when[i]);
  stream->drain();
  ASSERT_EQ(ran.size(), when.size());
  double last = 0;
  for (std::size_t i = 0; i < when.size(); ++i) {
    EXPECT_EQ(ran[i], static_cast<std::int64_t>(i));
    EXPECT_LE(last, when[i].begin_s);
    EXPECT_LE(when[i].begin_s, when[i].end_s);
    last = when[i].end_s;
  }
}

TEST(ThreadStream, HandsValuesToAnotherThroughAnEvent) {
  const auto device = make_device();
  const auto event = device->make_event();
  const auto back = device->make_event();
  const auto from = device->make_stream();
  const auto to = device->make_stream();
  std::int64_t value = 0;  // not atomic: the events alone keep the threads apart
  std::vector<std::int64_t> seen;
  const Call write([&](std::int64_t step) { value = step; });
  const Call read([&](std::int64_t) { seen.push_back(value); });
  Interval when;
  Interval other;
  for (int step = 0; step < more_than_a_ring; ++step) {
    from->wait(*back);
    from->run(write, step, when);
    from->record(*event);
    to->wait(*event);
    to->run(read, step, other);
    to->record(*back);
  }
  from->drain();
  to->drain();
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(more_than_a_ring));
  for (int step = 0; step < more_than_a_ring; ++step) EXPECT_EQ(seen[static_cast<std::size_t>(step)], step);
}

TEST(ThreadStream, WaitsForTheLastRecordIssuedBefore) {
  const auto device = make_device();
  const auto event = device->make_event();
  const auto recorder = device->make_stream();
  const auto waiter = device->make_stream();
  waiter->wait(*event);  // never recorded: nothing to wait for
  waiter->drain();

  Gate gate;
  const Call pass([&](std::int64_t) { gate.pass(); });
  Interval when;
  recorder->record(*event);
  waiter->wait(*event);
  recorder->run(pass, 0, when);  // a later record, behind the gate, is none of the waiter's business
  recorder->record(*event);
  waiter->drain();
  gate.open();
  recorder->drain();
}

TEST(ThreadStream, AwaitsAnEventButNotForEver) {
  const auto device = make_device();
  const auto event = device->make_event();
  const auto stream = device->make_stream();
  EXPECT_TRUE(device->await(*event, 0));
  Gate gate;
  const Call pass([&](std::int64_t) { gate.pass(); });
  Interval when;
  stream->run(pass, 0, when);
  stream->record(*event);
  EXPECT_FALSE(device->await(*event, 0));
  EXPECT_FALSE(device->await(*event, 0.002));
  gate.open();
  EXPECT_TRUE(device->await(*event, for_ever_s));
  EXPECT_TRUE(device->await(*event, 1e300));
}

TEST(ThreadStream, KeepsTheFirstErrorSkipsTheRestAndHangsNobody) {
  const auto device = make_device();
  const auto event = device->make_event();
  const auto failing = device->make_stream();
  const auto other = device->make_stream();
  int ran = 0;
  int other_ran = 0;
  const Call fail([](std::int64_t step) { throw std::runtime_error("step " + std::to_string(step)); });
  const Call count([&](std::int64_t) { ++ran; });
  const Call count_other([&](std::int64_t) { ++other_ran; });
  Interval when;
  Interval other_when;
  failing->run(count, 0, when);
  failing->run(fail, 1, when);
  failing->run(fail, 2, when);
  failing->run(count, 3, when);
  failing->record(*event);
  other->wait(*event);
  other->run(count_other, 0, other_when);
  other->drain();
  EXPECT_EQ(other_ran, 1);
  for (int again = 0; again < 2; ++again) {  // a stream that failed stays so
    try {
      failing->drain();
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "step 1");
    }
  }
  EXPECT_EQ(ran, 1);
}

TEST(ThreadStream, LosesNothingWhenItsRingIsFull) {
  const auto device = make_device();
  const auto stream = device->make_stream();
  std::atomic<int> issued{0};
  std::vector<std::int64_t> ran;
  // The stream stands still until 1000 commands are issued, so that the ring fills up; then it trails behind.
  const Call hold([&](std::int64_t) {
    while (issued.load() < 1000) std::this_thread::yield();
  });
  const Call note([&](std::int64_t step) { ran.push_back(step); });
  Interval when;
  stream->run(hold, 0, when);
  for (int i = 0; i < more_than_a_ring; ++i) {
    stream->run(note, i, when);
    ++issued;
  }
  stream->drain();
  ASSERT_EQ(ran.size(), static_cast<std::size_t>(more_than_a_ring));
  for (int i = 0; i < more_than_a_ring; ++i) ASSERT_EQ(ran[static_cast<std::size_t>(i)], i);
}

TEST(ThreadStream, IsDestroyedWithWorkQueued) {
  const auto device = make_device();
  const auto event = device->make_event();
  auto stream = device->make_stream();
  const auto waiter = device->make_stream();
  Gate gate;
  int ran = 0;
  const Call pass([&](std::int64_t) { gate.pass(); });
  const Call count([&](std::int64_t) { ++ran; });
  Interval when;
  stream->run(pass, 0, when);
  for (int i = 0; i < 100; ++i) stream->run(count, i, when);
  stream->record(*event);
  waiter->wait(*event);
  {
    std::jthread destroyer([&] { stream.reset(); });
    gate.open();
  }
  EXPECT_LE(ran, 100);
  waiter->drain();
}

TEST(ThreadStream, IsDestroyedAfterAnError) {
  const auto device = make_device();
  const auto stream = device->make_stream();
  const Call fail([](std::int64_t) { throw std::runtime_error("lost"); });
  Interval when;
  stream->run(fail, 0, when);
}

TEST(ThreadStream, MakesItsKernelsOnItsOwnThread) {
  struct Where : PlainKernels {
    std::thread::id thread = std::this_thread::get_id();
  };
  struct Compare : Command {
    mutable bool same = false;
    void execute(Kernels& kernels, std::int64_t) const override {
      same = dynamic_cast<Where&>(kernels).thread == std::this_thread::get_id();
    }
  };
  const auto device = make_thread_device("cpu", 0, false, [] { return std::unique_ptr<Kernels>(new Where); });
  const auto stream = device->make_stream();
  EXPECT_NE(dynamic_cast<Where&>(stream->kernels()).thread, std::this_thread::get_id());
  const Compare compare;
  Interval when;
  stream->run(compare, 0, when);
  stream->drain();
  EXPECT_TRUE(compare.same);
}

TEST(ThreadStream, ThrowsWhatMakingItsKernelsThrows) {
  const auto device =
      make_thread_device("cpu", 0, false, []() -> std::unique_ptr<Kernels> { throw std::runtime_error("no library"); });
  EXPECT_THROW(device->make_stream(), std::runtime_error);
}

}  // namespace
}  // namespace ringside::test
