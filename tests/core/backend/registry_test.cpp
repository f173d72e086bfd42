// The menu of backends.
#include "core/backend/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"

namespace ringside {
namespace {

TEST(Backends, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Backend& backend : backends()) {
    EXPECT_TRUE(names.insert(backend.name).second) << backend.name;
    EXPECT_FALSE(backend.summary.empty()) << backend.name;
    if (backend.missing().empty()) {
      EXPECT_GE(backend.physical_devices(), 1) << backend.name;
      EXPECT_EQ(find_backend(backend.name).name, backend.name);
    } else {
      EXPECT_EQ(backend.physical_devices(), 0) << backend.name;
      EXPECT_EQ(backend.details(), "") << backend.name;
      EXPECT_THROW(find_backend(backend.name), Error) << backend.name;
    }
  }
  EXPECT_TRUE(names.contains("reference"));
}

TEST(Backends, ThatAreNotThereAreNamedWithTheNearest) {
  try {
    find_backend("referense");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("\"referense\""));
    EXPECT_THAT(error.what(), testing::HasSubstr("\"reference\""));
  }
}

TEST(Backends, DevicesRunTheirKernelsOnTheirStreams) {
  struct Double : Command {  // there, doubled, and back: a device's memory may be out of the host's reach
    float* values;
    float* numbers;
    void execute(Kernels& kernels, std::int64_t) const override {
      kernels.copy(values, numbers, 4);
      kernels.copy(values + 4, numbers, 4);
      kernels.add(values + 4, values, 4);
      kernels.copy(numbers, values + 4, 4);
    }
  };
  for (const Backend& backend : backends()) {
    if (!backend.missing().empty()) continue;
    for (const bool pinned : {true, false}) {
      const auto device = backend.make_device(1, pinned);
      EXPECT_FALSE(device->name().empty());
      const DeviceMemory memory = device->allocate(8);
      const DeviceMemory numbers = device->allocate_on_host(4);
      const auto stream = device->make_stream();
      Double command;
      command.values = memory.get();
      command.numbers = numbers.get();
      numbers[2] = 3;
      Interval when;
      stream->run(command, 0, when);
      stream->drain();
      EXPECT_EQ(numbers[2], 6) << backend.name;
      EXPECT_LE(when.begin_s, when.end_s);
    }
  }
}

}  // namespace
}  // namespace ringside
