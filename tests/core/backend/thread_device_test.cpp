// CPU devices: their memory, and where and how their threads run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdint>
#include <limits>

#include "core/backend/cores.h"
#include "core/backend/flush_denormals.h"
#include "core/base/error.h"
#include "tests/core/backend/command_kit.h"

namespace ringside::test {
namespace {

TEST(ThreadDevice, GivesZeroedAlignedMemory) {
  for (const bool pinned : {false, true}) {
    const auto device = make_device(0, pinned);
    for (const std::int64_t floats : {0, 1, 15, 1000, 1025, 300000}) {
      const DeviceMemory memory = device->allocate(floats);
      const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
      EXPECT_EQ(address % (floats > 1024 ? 4096 : 64), 0U) << floats;
      for (std::int64_t i = 0; i < floats; ++i) ASSERT_EQ(memory[static_cast<std::size_t>(i)], 0);
    }
  }
}

TEST(ThreadDevice, NamesTheMemoryThatIsNotToBeHad) {
  const auto device = make_device(3);
  for (const std::int64_t floats : {std::int64_t{1} << 45, std::numeric_limits<std::int64_t>::max() / 4,
                                    std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
    try {
      device->allocate(floats);
      FAIL() << floats;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("cpu 3"));
      EXPECT_THAT(error.what(), testing::ContainsRegex(std::to_string(floats) + "|" + "140737488355328"));
    }
  }
}

// Where a command runs, and what it makes of numbers next to nothing.
struct Probe : Command {
  mutable cpu_set_t cores{};
  mutable float product = -1;
  void execute(Kernels&, std::int64_t) const override {
    sched_getaffinity(0, sizeof cores, &cores);
    const volatile float tiny = 1e-30F;
    product = tiny * 1e-10F;
  }
};

Probe probe(int index, bool pinned) {
  const auto device = make_device(index, pinned);
  const auto stream = device->make_stream();
  Probe command;
  Interval when;
  stream->run(command, 0, when);
  stream->drain();
  return command;
}

TEST(ThreadDevice, PinsItsThreadsToItsCore) {
  const auto cores = allowed_cores();
  for (std::size_t index = 0; index < cores.size() + 1; ++index) {
    const Probe pinned = probe(static_cast<int>(index), true);
    EXPECT_EQ(CPU_COUNT(&pinned.cores), 1);
    EXPECT_TRUE(CPU_ISSET(cores[index % cores.size()], &pinned.cores));
  }
  const Probe free = probe(0, false);
  EXPECT_EQ(CPU_COUNT(&free.cores), static_cast<int>(cores.size()));
  EXPECT_EQ(allowed_cores(), cores);  // the issuing thread is left alone
}

TEST(ThreadDevice, FlushesDenormals) {
#if defined(__x86_64__)
  EXPECT_EQ(probe(0, false).product, 0);
  const volatile float tiny = 1e-30F;
  EXPECT_GT(tiny * 1e-10F, 0);
  {
    const FlushDenormals flush;
    EXPECT_EQ(tiny * 1e-10F, 0);
  }
  EXPECT_GT(tiny * 1e-10F, 0);
#else
  GTEST_SKIP() << "on x86 only";
#endif
}

}  // namespace
}  // namespace ringside::test
