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
    EXPECT_GE(backend.physical_devices(), 1) << backend.name;
    EXPECT_EQ(find_backend(backend.name).name, backend.name);
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
  struct Double : Command {
    float* values;
    void execute(Kernels& kernels, std::int64_t) const override { kernels.add(values + 4, values, 4); }
  };
  for (const Backend& backend : backends()) {
    for (const bool pinned : {true, false}) {
      const auto device = backend.make_device(1, pinned);
      EXPECT_FALSE(device->name().empty());
      const DeviceMemory memory = device->allocate(8);
      const auto stream = device->make_stream();
      Double command;
      command.values = memory.get();
      memory[2] = 3;
      Interval when;
      stream->run(command, 0, when);
      stream->drain();
      EXPECT_EQ(memory[6], 3) << backend.name;
      EXPECT_LE(when.begin_s, when.end_s);
    }
  }
}

}  // namespace
}  // namespace ringside
