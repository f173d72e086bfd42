// Same data, same bits: on every call, wherever the data lie, on any thread, whatever other layers did in between.
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "core/backend/onednn/onednn_backend.h"
#include "core/backend/onednn/onednn_kernels.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

void expect_same_bits(const LayerResult& a, const LayerResult& b) {
  EXPECT_EQ(a.output, b.output);
  EXPECT_EQ(a.input_gradient, b.input_gradient);
  EXPECT_EQ(a.params_gradient, b.params_gradient);
}

// Everything a test needs to call one layer of the table.
struct Prepared {
  Prepared(const LayerCase& layer_case, Kernels& kernels)
      : name(layer_case.name),
        network(std::make_unique<Network>(network_of(layer_case))),
        data(make_data(layer(), layer_case.samples, 11)),
        samples(layer_case.samples),
        kernel(kernels.layer(call())) {}

  const Layer& layer() const { return network->layers[0]; }
  LayerCall call() const { return make_call(layer(), samples, whole(layer())); }
  LayerResult run() const { return run_layer(*kernel, call(), data); }

  std::string name;
  std::unique_ptr<Network> network;  // where the kernel keeps referring to it
  LayerData data;
  int samples;
  std::unique_ptr<LayerKernel> kernel;
};

std::vector<Prepared> prepare_all(Kernels& kernels) {
  std::vector<Prepared> all;
  for (const LayerCase& layer_case : layer_cases()) all.emplace_back(layer_case, kernels);
  return all;
}

TEST(OnednnRepeat, LayersShareScratchAndDoNotMind) {
  OnednnKernels kernels;
  const auto all = prepare_all(kernels);
  std::vector<LayerResult> first;
  for (const Prepared& each : all) first.push_back(each.run());
  for (std::size_t i = all.size(); i-- > 0;) {  // in another order, results elsewhere in memory
    SCOPED_TRACE(all[i].name);
    expect_same_bits(all[i].run(), first[i]);
  }

  OnednnKernels others;
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(all[i].name);
    expect_same_bits(run_layer(others, all[i].call(), all[i].data), first[i]);
  }
}

TEST(OnednnRepeat, BackwardNeedsNothingOfForwardsKernel) {
  OnednnKernels kernels;
  OnednnKernels others;
  const auto all = prepare_all(kernels);
  for (const Prepared& each : all) {
    SCOPED_TRACE(each.name);
    const auto other = others.layer(each.call());
    struct Relay : LayerKernel {
      LayerKernel *one, *two;
      void forward(const ForwardArgs& args) override { one->forward(args); }
      void backward(const BackwardArgs& args) override { two->backward(args); }
    } relay;
    relay.one = each.kernel.get();
    relay.two = other.get();
    expect_same_bits(run_layer(relay, each.call(), each.data), each.run());
  }
}

long threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

TEST(OnednnRepeat, EveryThreadWorksAlone) {
  OnednnKernels here;
  OnednnKernels there;
  const auto all = prepare_all(here);
  const auto same = prepare_all(there);  // prepared on this thread, run on another
  std::vector<LayerResult> results;
  std::thread([] {}).join();  // a sanitizer starts a thread with the first one
  const long before = threads_of_this_process();
  long during = 0;
  std::thread other([&] {
    for (const Prepared& each : same) results.push_back(each.run());
    during = threads_of_this_process();
  });
  std::vector<LayerResult> expected;
  for (const Prepared& each : all) expected.push_back(each.run());
  other.join();
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(all[i].name);
    expect_same_bits(results[i], expected[i]);
  }
  EXPECT_EQ(during, before + 1) << "a call has started threads of its own";
}

TEST(OnednnBackend, TellsVersionAndInstructionSet) {
  const std::string details = onednn_backend().details();
  EXPECT_TRUE(details.starts_with("oneDNN 2.") || details.starts_with("oneDNN 3.")) << details;
  EXPECT_EQ(details.find("unknown"), std::string::npos) << details;
}

}  // namespace
}  // namespace ringside::test
