// Nothing is allocated in a step on the devices' threads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "core/exec/session.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace {

std::atomic<bool> counting = false;
std::atomic<int> allocations = 0;  // of threads other than the one that issues
thread_local bool issues = false;

}  // namespace

// Not inlined: the compiler would see malloc meet delete, and complain.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  if (counting && !issues) ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace ringside {
namespace {

class Allocations : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { issues = true; }
  void TearDown() override { issues = false; }
};

TEST_P(Allocations, NoneInAStep) {
  const Network network = small_network("lrn");
  const LabelledImages images = some_images(network.input, small_classes, 30);
  Batches batches(images, 6, {}, 1.0F / 256, 1);
  Session session(network, find_strategy(GetParam()).build({network, GetParam() == "single" ? 1 : 3, 6}),
                  find_backend("reference"), {});
  session.load(initial_weights(network, 1));
  session.run(batches, {.steps = 3});
  allocations = 0;
  counting = true;
  session.run(batches, {.steps = 10});
  counting = false;
  EXPECT_EQ(allocations, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Allocations,
                         testing::Values("single", "independent", "master_slave", "reduction_tree", "model_parallel",
                                         "ring_delayed"),
                         [](const auto& test) { return test.param; });

TEST(AllocationCounter, Counts) {
  issues = true;
  counting = true;
  allocations = 0;
  std::thread([] {
    int* volatile seen = new int;  // volatile: else the compiler may leave both out
    delete seen;
  }).join();
  counting = false;
  issues = false;
  EXPECT_EQ(allocations, 1);
}

}  // namespace
}  // namespace ringside
