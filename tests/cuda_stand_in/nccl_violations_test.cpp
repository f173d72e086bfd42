// The stand-in for NCCL: sums are right, and whoever breaks a rule of it is told.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <nccl.h>

#include <array>

#include "tests/cuda_stand_in/trouble.h"

namespace {

constexpr int devices = 2;  // as many as the stand-ins have unless they are told otherwise
constexpr std::size_t count = 3;
using Numbers = std::array<float, count>;

// Two devices, each with a stream and some numbers.
struct Two {
  std::array<ncclComm_t, devices> communicators{};
  std::array<cudaStream_t, devices> streams{};
  std::array<float*, devices> numbers{};

  Two() {
    ncclCommInitAll(communicators.data(), devices, nullptr);
    for (int d = 0; d < devices; ++d) {
      cudaSetDevice(d);
      cudaStreamCreateWithFlags(&streams[at(d)], cudaStreamNonBlocking);
      cudaMalloc(reinterpret_cast<void**>(&numbers[at(d)]), sizeof(Numbers));
    }
  }
  ~Two() {
    for (int d = 0; d < devices; ++d) {
      cudaStreamDestroy(streams[at(d)]);
      cudaFree(numbers[at(d)]);
      ncclCommDestroy(communicators[at(d)]);
    }
  }
  Two(const Two&) = delete;
  Two& operator=(const Two&) = delete;

  static std::size_t at(int device) { return static_cast<std::size_t>(device); }
  void write(int d, const Numbers& what) const {
    cudaMemcpyAsync(numbers[at(d)], what.data(), sizeof what, cudaMemcpyDefault, streams[at(d)]);
    cudaStreamSynchronize(streams[at(d)]);
  }
  Numbers read(int d) const {
    Numbers there{};
    cudaMemcpyAsync(there.data(), numbers[at(d)], sizeof there, cudaMemcpyDefault, streams[at(d)]);
    cudaStreamSynchronize(streams[at(d)]);
    return there;
  }
  ncclResult_t sum(int d, std::size_t how_many = count) const {
    return ncclAllReduce(numbers[at(d)], numbers[at(d)], how_many, ncclFloat32, ncclSum, communicators[at(d)],
                         streams[at(d)]);
  }
};

class NcclViolations : public testing::Test {
 protected:
  // Streams are threads: the dying process begins anew.
  void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

#define EXPECT_VIOLATION(statement, words) \
  EXPECT_EXIT(                             \
      {                                    \
        const Two two;                     \
        two.write(0, {1, 2, 3});           \
        two.write(1, {10, 20, 30});        \
        statement;                         \
        std::exit(0);                      \
      },                                   \
      testing::ExitedWithCode(stand_in::violation_exit_code), words)

TEST_F(NcclViolations, NoneInASum) {
  const Two two;
  two.write(0, {1, 2, 3});
  two.write(1, {10, 20, 30});
  ASSERT_EQ(ncclGroupStart(), ncclSuccess);
  EXPECT_EQ(two.sum(0), ncclSuccess);
  EXPECT_EQ(two.sum(1), ncclSuccess);
  ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
  EXPECT_EQ(two.read(0), (Numbers{11, 22, 33}));
  EXPECT_EQ(two.read(1), (Numbers{11, 22, 33}));
}

TEST_F(NcclViolations, OfTheGroup) {
  EXPECT_VIOLATION(two.sum(0), "ncclAllReduce outside of a group");
  EXPECT_VIOLATION(
      {
        ncclGroupStart();
        two.sum(0);
        ncclGroupEnd();
      },
      "1 of 2 ranks take part in a sum");
  EXPECT_VIOLATION(
      {
        ncclGroupStart();
        two.sum(0, 2);
        two.sum(1, 3);
        ncclGroupEnd();
      },
      "one rank sums 2 numbers, another one 3");
  EXPECT_VIOLATION(ncclGroupEnd(), "there is no group");
}

TEST_F(NcclViolations, OfAnotherDevicesThings) {
  EXPECT_VIOLATION(
      {
        ncclGroupStart();
        ncclAllReduce(two.numbers[1], two.numbers[1], count, ncclFloat32, ncclSum, two.communicators[0],
                      two.streams[0]);
      },
      "memory of device 1 for the communicator of device 0");
  EXPECT_VIOLATION(
      {
        ncclGroupStart();
        ncclAllReduce(two.numbers[0], two.numbers[0], count, ncclFloat32, ncclSum, two.communicators[0],
                      two.streams[1]);
      },
      "a stream of device 1 for the communicator of device 0");
}

// Numbers written by another stream of the device, which the sum's does not wait for.
TEST_F(NcclViolations, NoOrderBeforeOrAfterASum) {
  EXPECT_VIOLATION(
      {
        cudaSetDevice(0);
        cudaStream_t other = nullptr;
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        cudaMemcpyAsync(two.numbers[0], two.numbers[0] + 1, sizeof(float), cudaMemcpyDefault, other);
        ncclGroupStart();
        two.sum(0);
        two.sum(1);
        ncclGroupEnd();
        two.read(0);
        cudaStreamSynchronize(other);  // both have run
      },
      "nothing orders them");
  // The other device's stream has met this one in the sum; that is no order.
  EXPECT_VIOLATION(
      {
        ncclGroupStart();
        two.sum(0);
        two.sum(1);
        ncclGroupEnd();
        Numbers there{};
        cudaMemcpyAsync(there.data(), two.numbers[0], sizeof there, cudaMemcpyDefault, two.streams[1]);
        cudaStreamSynchronize(two.streams[1]);
        cudaStreamSynchronize(two.streams[0]);  // both have run
      },
      "nothing orders them");
}

TEST_F(NcclViolations, NumbersNeverWritten) {
  EXPECT_EXIT(
      {
        const Two two;
        two.write(0, {1, 2, 3});
        ncclGroupStart();
        two.sum(0);
        two.sum(1);
        ncclGroupEnd();
        two.read(1);
        std::exit(0);
      },
      testing::ExitedWithCode(stand_in::violation_exit_code), "never written");
}

[[noreturn]] void make_and_leave() {
  std::array<ncclComm_t, devices> communicators{};
  ncclCommInitAll(communicators.data(), devices, nullptr);
  std::exit(0);
}

TEST_F(NcclViolations, CommunicatorsThatAreGoneOrLeft) {
  EXPECT_VIOLATION(
      {
        ncclCommDestroy(two.communicators[0]);
        ncclResult_t state = ncclSuccess;
        ncclCommGetAsyncError(two.communicators[0], &state);
      },
      "a handle or descriptor that is none");
  EXPECT_EXIT(make_and_leave(), testing::ExitedWithCode(stand_in::violation_exit_code), "never destroyed: 2 handles");
}

TEST_F(NcclViolations, AnAbortOfOneCliqueLeavesAnotherAlone) {
  const Two two;
  two.write(0, {1, 2, 3});
  two.write(1, {10, 20, 30});
  std::array<ncclComm_t, devices> others{};
  ASSERT_EQ(ncclCommInitAll(others.data(), devices, nullptr), ncclSuccess);
  ncclGroupStart();
  two.sum(0);
  two.sum(1);
  ncclGroupEnd();
  for (ncclComm_t communicator : others) EXPECT_EQ(ncclCommAbort(communicator), ncclSuccess);
  EXPECT_EQ(two.read(0), (Numbers{11, 22, 33}));
}

TEST_F(NcclViolations, ADeviceTakesPartOnce) {
  std::array<ncclComm_t, devices> communicators{};
  const std::array<int, devices> same{0, 0};
  EXPECT_EQ(ncclCommInitAll(communicators.data(), devices, same.data()), ncclInvalidUsage);
  std::array<ncclComm_t, devices + 1> more{};
  EXPECT_EQ(ncclCommInitAll(more.data(), devices + 1, nullptr), ncclInvalidUsage);
}

}  // namespace
