// A directory for the files of one test, and files made to be read: good ones, and bytes to spoil.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ringside::testing {

using Bytes = std::vector<std::uint8_t>;

// Removed with everything in it at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::filesystem::path& name, const Bytes& bytes) const;

 private:
  std::filesystem::path path_;
};

// A header with these sizes, then the values, whether they fit or not.
Bytes idx(const std::vector<std::uint32_t>& sizes, const Bytes& values);

Bytes gzip(const Bytes& bytes);

// `count` values that go round in 0..below-1.
Bytes counting(std::size_t count, int below = 256, int from = 0);

// Records of CIFAR-10: label i % 10, pixel values 7 i + 1, 7 i + 2, ... of image i.
Bytes cifar10_records(int count);

// The message of the Error that `action` throws; fails the test if it throws none.
template <class Action>
std::string error_of(Action action);

}  // namespace ringside::testing

#include <gtest/gtest.h>

#include "core/base/error.h"

template <class Action>
std::string ringside::testing::error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}
