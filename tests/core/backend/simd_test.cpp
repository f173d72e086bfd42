// Which instruction set is used, and the environment variable that narrows it.
#include "core/backend/simd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "core/backend/cpu_vector.h"
#include "core/base/error.h"

namespace ringside {
namespace {

// Sets the variable for one test.
class Forced {
 public:
  explicit Forced(const char* level) {
    if (const char* before = std::getenv(name)) before_ = before;
    level == nullptr ? unsetenv(name) : setenv(name, level, 1);
  }
  ~Forced() { before_ ? setenv(name, before_->c_str(), 1) : unsetenv(name); }
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;

 private:
  static constexpr const char* name = "RINGSIDE_SIMD";
  std::optional<std::string> before_;
};

TEST(Simd, TheWidestUnlessToldOtherwise) {
  EXPECT_EQ(simd_levels().front(), SimdLevel::baseline);
  const Forced nothing(nullptr);
  EXPECT_EQ(simd_level(), simd_levels().back());
}

TEST(Simd, EveryLevelOfTheMachineCanBeForced) {
  for (const SimdLevel level : simd_levels()) {
    const Forced forced(std::string(name_of(level)).c_str());
    EXPECT_EQ(simd_level(), level);
    EXPECT_EQ(&cpu_vector(), &cpu_vectors()[static_cast<std::size_t>(level)]);
  }
}

TEST(Simd, WhatTheMachineCannotRunIsAnError) {
  const Forced forced("avx1024");
  try {
    simd_level();
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("RINGSIDE_SIMD is \"avx1024\"; this machine can run: baseline"));
  }
}

}  // namespace
}  // namespace ringside
