// What goes wrong while training: a stuck kernel, one that throws, a loss that is no number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <utility>

#include "core/backend/thread_device.h"
#include "core/base/error.h"
#include "core/exec/session.h"
#include "core/graph/builder.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// What shall happen in step 3, in the forward pass of "conv2" and in a stream's transfer of so many floats.
enum class Fault { none, throws, throws_error, sticks };
constexpr std::int64_t odd_count = 77;

class Trouble {
 public:
  void set(Fault fault) {
    const std::scoped_lock lock(mutex_);
    fault_ = fault;
    released_.notify_all();
  }
  void meet() {
    std::unique_lock lock(mutex_);
    if (fault_ == Fault::throws) throw std::runtime_error("out of luck");
    if (fault_ == Fault::throws_error) throw Error(ErrorKind::bad_input, "out of paper");
    released_.wait(lock, [&] { return fault_ != Fault::sticks; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable released_;
  Fault fault_ = Fault::none;
};

Trouble& trouble() {
  static Trouble all;
  return all;
}

class TroubledLayer final : public LayerKernel {
 public:
  TroubledLayer(std::unique_ptr<LayerKernel> inner, const Layer& layer) : inner_(std::move(inner)), layer_(layer) {}
  void forward(const ForwardArgs& args) override {
    if (layer_.name == "conv2" && args.place.step == 3) trouble().meet();
    inner_->forward(args);
  }
  void backward(const BackwardArgs& args) override { inner_->backward(args); }

 private:
  std::unique_ptr<LayerKernel> inner_;
  const Layer& layer_;
};

class TroubledKernels final : public Kernels {
 public:
  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override {
    return std::make_unique<TroubledLayer>(inner_->layer(call), call.layer);
  }
  void copy(float* to, const float* from, std::int64_t count) override {
    if (count == odd_count && ++odd_copies_ > 3) trouble().meet();
    inner_->copy(to, from, count);
  }
  void arrange(const ArrangeArgs& args) override { inner_->arrange(args); }
  void copy_channels(const CopyChannelsArgs& args) override { inner_->copy_channels(args); }
  void add(float* into, const float* source, std::int64_t count) override { inner_->add(into, source, count); }
  void sgd(const SgdArgs& args) override { inner_->sgd(args); }

 private:
  std::unique_ptr<Kernels> inner_ = find_backend("reference").make_kernels();
  int odd_copies_ = 0;
};

std::unique_ptr<Kernels> make_troubled_kernels() {
  return std::make_unique<TroubledKernels>();
}

Backend troubled_backend() {
  Backend backend = find_backend("reference");
  backend.make_kernels = make_troubled_kernels;
  backend.make_device = [](int index, bool pinned) {
    return make_thread_device("troubled", index, pinned, make_troubled_kernels);
  };
  return backend;
}

class Faults : public testing::Test {
 protected:
  void SetUp() override {
    trouble().set(Fault::none);
    session = std::make_unique<Session>(network, find_strategy("master_slave").build({network, 2, 6}),
                                        troubled_backend(), SessionOptions{.pinned = false});
    session->load(initial_weights(network, 1));
  }

  // The Error that ends the run.
  Error error_of_run(double timeout_s = 60) {
    try {
      session->run(batches, {.steps = 50, .timeout_s = timeout_s, .on_step = [&](const StepResult& step) {
                               last_step = step.step;
                             }});
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "the run ended well";
    return {ErrorKind::interrupted, ""};
  }

  Network network = small_network("lrn");
  LabelledImages images = some_images(network.input, small_classes, 30);
  Batches batches{images, 6, {}, 1.0F / 256, 1};
  std::unique_ptr<Session> session;
  std::int64_t last_step = -1;
};

TEST_F(Faults, NoneWithoutTrouble) {
  EXPECT_EQ(session->run(batches, {.steps = 10}).steps.size(), 10U);
}

TEST_F(Faults, AKernelThatThrowsIsNamedWithItsPlace) {
  trouble().set(Fault::throws);
  const Error error = error_of_run();
  EXPECT_EQ(error.kind(), ErrorKind::wrong_result);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("master_slave: step 3: device "), HasSubstr("compute lane"),
                                  HasSubstr("forward conv2"), HasSubstr("out of luck")));
  EXPECT_LT(last_step, 3);
}

TEST_F(Faults, AnErrorOfAKernelKeepsItsKind) {
  trouble().set(Fault::throws_error);
  const Error error = error_of_run();
  EXPECT_EQ(error.kind(), ErrorKind::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("out of paper"));
}

TEST_F(Faults, AStuckKernelEndsInATimeoutThatSaysWhoWaitsForWhom) {
  trouble().set(Fault::sticks);
  const Error error = error_of_run(0.2);
  EXPECT_EQ(error.kind(), ErrorKind::timeout);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("step 3 did not end within 0.2 s"),
                    HasSubstr("device 0, compute lane: \"forward conv2 on 0\" is running"),
                    HasSubstr("device 1, compute lane: \"forward conv2 on 1\" is running"),
                    HasSubstr("device 1, transfer lane: \"transfer 1→host loss\" waits for \"forward loss on 1\" of "
                              "device 1, compute lane")));
  trouble().set(Fault::none);
  session.reset();  // the kernel came to its end: everything is given back
}

TEST_F(Faults, AWaitIsForItsOwnStepAndNoLaterOne) {
  // Device 1 adds in step t what device 0 sent in step t - 1: stuck in step 3's transfer, device 0 does not keep it from
  // its own step 3, though the transfer stands before the sum in emission order.
  Builder builder("late", 2, 6);
  const Span from = builder.buffer(DeviceId{0}, 2 * odd_count, "from").part(0, odd_count);
  const Span inbox = builder.buffer(DeviceId{1}, 2 * odd_count, "inbox", 3).part(0, odd_count);
  const Span sum = builder.buffer(DeviceId{1}, odd_count, "sum");
  builder.add(Transfer{from, inbox});
  builder.add(Reduce{inbox.aged(1), sum});
  session = std::make_unique<Session>(network, std::move(builder).finish(), troubled_backend(),
                                      SessionOptions{.pinned = false});
  session->load(initial_weights(network, 1));
  trouble().set(Fault::sticks);
  const Error error = error_of_run(0.3);
  EXPECT_THAT(error.what(), HasSubstr("step 3 did not end"));
  EXPECT_THAT(error.what(), HasSubstr("device 0, transfer lane: \"transfer 0→1 from\" is running"));
  EXPECT_THAT(error.what(), Not(HasSubstr("device 1")));
  trouble().set(Fault::none);
}

TEST_F(Faults, ASessionWithAKernelStuckForEverCanBeLeftBehind) {
  trouble().set(Fault::sticks);
  EXPECT_EQ(error_of_run(0.1).kind(), ErrorKind::timeout);
  const auto begin = std::chrono::steady_clock::now();
  session.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  trouble().set(Fault::none);  // what is left of it can still run, and touches nothing that is gone
}

TEST_F(Faults, ALossThatIsNoNumberEndsTheRun) {
  std::vector<float> weights = initial_weights(network, 1);
  weights[0] = std::numeric_limits<float>::quiet_NaN();
  session->load(weights);
  const Error error = error_of_run();
  EXPECT_EQ(error.kind(), ErrorKind::wrong_result);
  EXPECT_THAT(error.what(), HasSubstr("master_slave: step 0: the loss is nan; expected a finite number"));
}

TEST_F(Faults, ARateFarTooHighDiverges) {
  network.solver.rate.base = 1e30;
  Session fast(network, find_strategy("master_slave").build({network, 2, 6}), troubled_backend(), {.pinned = false});
  fast.load(initial_weights(network, 1));
  EXPECT_THROW(fast.run(batches, {.steps = 50}), Error);
}

}  // namespace
}  // namespace ringside
