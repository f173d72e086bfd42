// Issuing work to streams allocates nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/core/backend/command_kit.h"

namespace {

std::atomic<long> allocations{0};

}  // namespace

// Not inlined, or the compiler sees malloc beside delete and warns.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace ringside::test {
namespace {

TEST(ThreadStream, AllocatesNothingPerCall) {
  const auto device = make_device();
  const auto event = device->make_event();
  const auto first = device->make_stream();
  const auto second = device->make_stream();
  std::int64_t sum = 0;
  const Call add([&](std::int64_t step) { sum += step; });
  Interval when;
  const long before = allocations.load();
  for (int step = 0; step < 5000; ++step) {
    first->run(add, step, when);
    first->record(*event);
    second->wait(*event);
  }
  first->drain();
  second->drain();
  EXPECT_TRUE(device->await(*event, 60));
  EXPECT_EQ(allocations.load(), before);
  EXPECT_EQ(sum, 5000 * 4999 / 2);
}

}  // namespace
}  // namespace ringside::test
